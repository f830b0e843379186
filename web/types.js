/**
 * What comes over the wire, for the readers and checkers of this code; the
 * truth is in crates/server/src/wire.rs and crates/rules/src/picture.rs.
 *
 * @typedef {{en: string, de: string}} Words
 * @typedef {"dark"|"light"|"red"|"blue"} Colour
 * @typedef {{colour: Colour, number: "none"|"hidden"|{shown: number}}} Stone
 * @typedef {{colour: Colour, kind: "goal"|"territory"|"house"}} Tint
 * @typedef {{label: string, x: number, y: number, shape: "hex"|"hollow"|"pit"|"store",
 *   stones: Stone[], seeds: number, tint: Tint|null, marks: ("last"|"barred"|"bound")[]}} Cell
 * @typedef {{seat: number, colour: Colour, name: Words, hand: Stone[], taken: Stone[],
 *   score: string|null, to_act: boolean}} SeatView
 * @typedef {{rule: string, says: Words}} Note
 * @typedef {{cells: Cell[], seats: SeatView[], notes: Note[]}} Picture
 * @typedef {{text: string, touches: number[]}} Choice
 * @typedef {{number: number, seat: number|null, actions: string[]}} Turn
 * @typedef {{seat: number, who: "me"|"person"|"program"|"open", name: string, level: string|null}} Seated
 * @typedef {{winners: number[], reason: string, scores: (string|null)[]|null}} Result
 * @typedef {{kind: string, base?: number, step?: number, days?: number, left: number[],
 *   running: number|null, since: number}} Clock
 * @typedef {{what: "draw"|"takeback"|"consent", action?: string, by: number, waiting: number[]}} Proposal
 * @typedef {{seat: number|null, name: string, text: string, at: number}} Said
 * @typedef {{id: string, spec: string, game: string, title: string, created: number, counts: boolean,
 *   seats: Seated[], mine: number[], phase: "gathering"|"playing"|"over"|"aborted",
 *   to_act: number|null, chance: boolean, turn: number, length: number, unfinished: number,
 *   turns: Turn[], picture: Picture, legal: Choice[], consent: string[], result: Result|null,
 *   clock: Clock|null, proposal: Proposal|null, can: string[], rematch: string|null,
 *   chat: Said[]}} View
 * @typedef {{length: number, turn: number, to_act: number|null, picture: Picture,
 *   position: string|null, result: Result|null}} Moment
 */
export {};
