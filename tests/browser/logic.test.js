/**
 * The small thinking parts of the client, asked directly.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, leave, person } from "./lib/browser.js";
import { Server } from "./lib/server.js";

let server;
let browser;
let page;
before(async () => {
  server = await Server.start();
  browser = await launch();
  // The questions are functions sent as text, which the policy forbids pages.
  page = await person(browser, server.url, { bypassCSP: true });
  await page.goto("/rules");
});
after(async () => {
  if (page) await leave(page);
  await browser?.close();
  await server?.stop();
});

/** Runs a function in the page with a module of the client. */
const ask = (module, question, argument) =>
  page.evaluate(
    async ([name, body, given]) => {
      const script = document.querySelector("script[type=module]").src;
      const parts = await import(new URL(name, script).href);
      return new Function("parts", "given", `return (${body})(parts, given)`)(parts, given);
    },
    [module, question.toString(), argument],
  );

test("touched cells are the beginning of what is meant", async () => {
  const legal = [
    { text: "a-b", touches: [1, 2] },
    { text: "a-c", touches: [1, 3] },
    { text: "a-c!", touches: [1, 3] },
    { text: "a-c-d", touches: [1, 3, 4] },
    { text: "d", touches: [4] },
    { text: "pass", touches: [] },
  ];
  const seen = await ask(
    "./touching.js",
    ({ Touching }, choices) => {
      const touching = new Touching(choices);
      const look = () => ({ next: [...touching.next], complete: touching.complete.map((one) => one.text) });
      const story = [look()];
      for (const cell of [1, 3, 9, 1, 1, 1, 2, 4]) {
        const sent = touching.touch(cell)?.text ?? null;
        story.push({ sent, ...look() });
        if (sent) touching.cells = [];
      }
      return story;
    },
    legal,
  );
  assert.deepEqual(seen, [
    { next: [1, 4], complete: ["pass"] },
    { sent: null, next: [2, 3], complete: [] },
    { sent: null, next: [4], complete: ["a-c", "a-c!"] },
    { sent: null, next: [1, 4], complete: ["pass"] },
    { sent: null, next: [2, 3], complete: [] },
    { sent: null, next: [1, 4], complete: ["pass"] },
    { sent: null, next: [2, 3], complete: [] },
    { sent: "a-b", next: [], complete: ["a-b"] },
    { sent: "d", next: [], complete: ["d"] },
  ]);
});

test("news change only what they name", async () => {
  const seen = await ask("./change.js", ({ changed }) => {
    const view = { length: 2, to_act: 1, turns: [{ number: 1 }, { number: 2 }], picture: { cells: ["a", "b", "c"], seats: ["s"], notes: [] } };
    const next = changed(view, { length: 3, to_act: null, turns: { keep: 1, add: [{ number: 2, more: true }] }, cells: [[1, "B"]], beside: ["S"] });
    return { view, next };
  });
  assert.deepEqual(seen.next, {
    length: 3,
    to_act: null,
    turns: [{ number: 1 }, { number: 2, more: true }],
    picture: { cells: ["a", "B", "c"], seats: ["S"], notes: [] },
  });
  assert.deepEqual(seen.view.picture.cells, ["a", "b", "c"]);
});

test("clocks run by the server's time, and are read by people", async () => {
  const seen = await ask("./clock.js", ({ remaining, readable }) => {
    const clock = { kind: "increment", base: 0, step: 5000, left: [60000, 30000], running: 1, since: 1000 };
    const delay = { ...clock, kind: "delay" };
    return {
      runs: remaining(clock, 1, 11000),
      stands: remaining(clock, 2, 11000),
      spared: [remaining(delay, 1, 5000), remaining(delay, 1, 11000)],
      never: remaining(clock, 1, 10 ** 9),
      read: [9450, 10001, 300000, 3661000, 2 * 86400000 + 3600000].map(readable),
    };
  });
  assert.deepEqual(seen, {
    runs: 50000,
    stands: 30000,
    spared: [60000, 55000],
    never: 0,
    read: ["0:09.4", "0:11", "5:00", "1:01:01", "2 days 1 h"],
  });
});

test("one arrow key undoes the other", async () => {
  const back = await ask("./geometry.js", ({ step }) => {
    const rows = [[0, 1], [2, 3, 4], [5, 6]];
    const x = (cell) => [-1, 1, -2, 0, 2, -1, 1][cell];
    const go = (from, ...keys) => keys.reduce((cell, key) => step(rows, x, cell, key), from);
    return [go(3, "ArrowUp", "ArrowDown"), go(3, "ArrowLeft", "ArrowRight"), go(0, "ArrowUp"), go(2, "ArrowLeft"), go(3, "End"), go(6, "Home")];
  });
  assert.deepEqual(back, [3, 3, 0, 2, 4, 5]);
});
