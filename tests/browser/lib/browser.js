/**
 * Debian's chromium, and pages that fail the test when a script fails.
 */
import { join } from "node:path";
import axe from "axe-core";
import { chromium } from "playwright-core";

const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const DESK = { width: 1280, height: 900 };
export const PHONE = { width: 360, height: 740 };

export function launch() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ARGUMENTS });
}

/**
 * A person with a browser of their own. `wishes` are settings kept in it.
 * @param {import("playwright-core").Browser} browser
 * @param {string} base
 */
export async function person(browser, base, { viewport = DESK, locale = "en-GB", wishes = { motion: false, asked: true }, ...more } = {}) {
  const context = await browser.newContext({ viewport, locale, baseURL: base, ...more });
  await context.addInitScript((kept) => {
    if (!localStorage.getItem("wabe")) localStorage.setItem("wabe", JSON.stringify(kept));
  }, wishes);
  const page = await context.newPage();
  page.troubles = [];
  page.on("pageerror", (error) => page.troubles.push(error.message));
  page.on("console", (message) => {
    // A line that breaks is told by the browser; the page has to cope.
    const expected = /WebSocket|ERR_|Failed to load resource/.test(message.text());
    if (message.type() === "error" && !expected) page.troubles.push(message.text());
  });
  return page;
}

/** Ends a person's visit; scripts must not have failed. */
export async function leave(page) {
  const { troubles } = page;
  await page.context().close();
  if (troubles.length) throw new Error(`the page had troubles: ${troubles.join("; ")}`);
}

/** What axe finds wrong on a page, one line each. */
export async function violations(page) {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => window.axe.run(document));
  return violations.map((one) => `${one.id}: ${one.help} (${one.nodes.map((node) => node.target.join(" ")).slice(0, 4).join(", ")})`);
}

/** Keeps a picture of the page for people to look at. */
export function shoot(page, name, options = {}) {
  return page.screenshot({ path: join(import.meta.dirname ?? "lib", "../shots", `${name}.png`), ...options });
}
