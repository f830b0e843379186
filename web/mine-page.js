/** The page of my games. */
import "./menu.js";
import { fill } from "./mine.js";

await fill(/** @type {HTMLElement} */ (document.querySelector("[data-mine]")));
