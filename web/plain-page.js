/** A page that only needs its settings: rules, errors. */
import "./menu.js";
