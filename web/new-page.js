/**
 * The form of a new table. The server made its fields from what the game says
 * of itself; here they become a spec, seats and a clock.
 */
import { openTable } from "./api.js";
import "./menu.js";
import { keep, settings } from "./settings.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-game]"));
const trouble = /** @type {HTMLElement} */ (document.querySelector("[data-trouble]"));
const seats = /** @type {HTMLElement[]} */ ([...form.querySelectorAll("[data-seat]")]);

/** @param {string} name @returns {any} */
const field = (name) => form.elements.namedItem(name);

/** How many sit at the table. */
function count() {
  return Number(field("option-players")?.value ?? seats.length);
}

/** The way the seats are filled, until one is changed by hand. */
function arrange() {
  const way = form.querySelector("[name=way]:checked")?.getAttribute("value");
  seats.forEach((seat, i) => {
    const { who } = parts(seat);
    if (way === "program") who.value = i === 0 ? "me" : "level:3";
    if (way === "screen") who.value = "me";
    if (way === "link") who.value = i === 0 ? "me" : "open";
  });
  show();
}

/** The choice and the name of a seat. @param {HTMLElement} seat */
const parts = (seat) => ({
  who: /** @type {HTMLSelectElement} */ (seat.querySelector("[data-who]")),
  name: /** @type {HTMLInputElement} */ (seat.querySelector("[data-name]")),
});

/** Shows what belongs to the choices made. */
function show() {
  seats.forEach((seat, i) => {
    seat.hidden = i >= count();
    const { who, name } = parts(seat);
    name.hidden = who.value !== "me";
  });
  const kind = field("clock").value;
  for (const part of form.querySelectorAll("[data-clock]")) {
    /** @type {HTMLElement} */ (part).hidden = !part.getAttribute("data-clock")?.split(" ").includes(kind);
  }
}

/** The spec: the game and every option that differs from its default. */
function spec() {
  const parts = [];
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[data-option]"))) {
    const free = /** @type {HTMLInputElement|null} */ (form.querySelector(`[data-free="${input.dataset.option}"]`));
    const value = free?.value.trim() || (input.type === "checkbox" ? String(input.checked) : input.value.trim());
    if (value && value !== input.dataset.default) parts.push(`${input.dataset.option}=${value}`);
  }
  return form.dataset.game + (parts.length ? `:${parts.join(",")}` : "");
}

/** @returns {any[]} */
function seated() {
  const list = seats.slice(0, count()).map((seat) => {
    const { who, name } = parts(seat);
    if (who.value === "open") return { who: "open" };
    if (who.value !== "me") return { who: "program", level: who.value };
    return { who: "me", name: name.value.trim() };
  });
  if (field("begins").value === "lot") {
    for (let i = list.length - 1; i > 0; i--) {
      const k = Math.floor(Math.random() * (i + 1));
      [list[i], list[k]] = [list[k], list[i]];
    }
  }
  return list;
}

function clock() {
  const kind = field("clock").value;
  if (kind === "none") return undefined;
  if (kind === "days") return { kind, days: Number(field("days").value) };
  return { kind, base: Math.round(Number(field("minutes").value) * 60000), step: Math.round(Number(field("seconds").value) * 1000) };
}

parts(seats[0]).name.value = settings.name;
form.addEventListener("change", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.getAttribute("name") === "way") arrange();
  else show();
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  trouble.hidden = true;
  keep({ name: parts(seats[0]).name.value.trim() || settings.name });
  try {
    await openTable({ spec: spec(), seats: seated(), clock: clock(), counts: field("counts")?.checked ?? false });
  } catch (error) {
    trouble.textContent = /** @type {Error} */ (error).message;
    trouble.hidden = false;
  }
});
arrange();
