/**
 * The start page: the boards of the games, one click to a game against the
 * program, and the running games of this browser.
 */
import { ask, openTable } from "./api.js";
import { Drawing } from "./drawing.js";
import "./menu.js";
import { entries } from "./mine.js";
import { settings } from "./settings.js";

/** The level a newcomer meets. */
const FIRST_LEVEL = "level:3";

/** Draws every board that the page has a place for. */
async function boards() {
  const pictures = await ask(document.querySelector("[data-boards]")?.getAttribute("data-boards") ?? "");
  for (const place of document.querySelectorAll("[data-board]")) {
    const picture = pictures[place.getAttribute("data-board") ?? ""];
    if (!picture) continue;
    const { svg } = new Drawing(picture, { labels: false });
    svg.setAttribute("aria-hidden", "true");
    place.replaceChildren(svg);
  }
}

/** Begins a game with the number of seats that the game says. */
function quick() {
  const trouble = /** @type {HTMLElement} */ (document.querySelector("[data-trouble]"));
  for (const button of document.querySelectorAll("[data-quick]")) {
    button.addEventListener("click", async () => {
      const seats = [{ who: "me", name: settings.name }, { who: "program", level: FIRST_LEVEL }];
      try {
        await openTable({ spec: button.getAttribute("data-quick"), seats });
      } catch (error) {
        trouble.textContent = /** @type {Error} */ (error).message;
        trouble.hidden = false;
      }
    });
  }
}

/** The running games, if there are any. */
async function running() {
  const section = /** @type {HTMLElement} */ (document.querySelector("[data-running]"));
  const list = (await ask("/api/mine")).filter((/** @type {any} */ one) => !one.over);
  section.querySelector("ul")?.replaceChildren(...entries(list.slice(0, 6)));
  section.hidden = list.length === 0;
}

quick();
await Promise.allSettled([boards(), running()]);
