/**
 * Making elements in one line, so that the other modules read like what they
 * show. Text only ever becomes a text node: nothing that came from a person
 * or from the wire can turn into markup.
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Sets attributes; functions become listeners, `true` an empty attribute,
 * `false`, `null` and `undefined` none at all.
 * @param {Element} element
 * @param {Object<string, any>} attributes
 */
function dress(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, String(value));
  }
}

/**
 * An HTML element.
 * @param {string} tag
 * @param {Object<string, any>} [attributes]
 * @param {...(Node|string|null|false|undefined)} children
 * @returns {any}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, attributes);
  element.append(...children.filter((child) => child != null && child !== false));
  return element;
}

/**
 * An SVG element.
 * @param {string} tag
 * @param {Object<string, any>} [attributes]
 * @param {...(Node|string|null|false|undefined)} children
 * @returns {any}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  dress(element, attributes);
  element.append(...children.filter((child) => child != null && child !== false));
  return element;
}

/**
 * A number as drawings need it: two decimals at most.
 * @param {number} value
 */
export const n = (value) => Math.round(value * 100) / 100;
