/**
 * Every page: nothing that axe finds, both languages, no sideways scrolling on
 * a phone, all palettes, and a first load that is small.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, leave, person, PHONE, shoot, violations } from "./lib/browser.js";
import { me, openTable } from "./lib/play.js";
import { Server } from "./lib/server.js";

const GAMES = ["abalone", "omega", "ombagi", "gassen-ombagi", "duombo", "chessom", "zange", "gabata"];
const PAGES = ["/", "/mine", "/rules", "/api", ...GAMES.flatMap((game) => [`/new/${game}`, `/rules/${game}`]), "/nowhere", "/t/nowhere"];
/** The most that a first visit may load, compressed. */
const FIRST_LOAD = 100_000;

let server;
let browser;
before(async () => {
  server = await Server.start();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const ready = (page) => page.waitForLoadState("networkidle");
const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const locale of ["en-GB", "de-DE"]) {
  test(`axe finds nothing on any page, in ${locale}`, async () => {
    const page = await person(browser, server.url, { locale });
    for (const path of PAGES) {
      await page.goto(path);
      await ready(page);
      assert.equal(await page.getAttribute("html", "lang"), locale.slice(0, 2));
      assert.deepEqual(await violations(page), [], path);
    }
    await leave(page);
  });
}

test("the settings have no violation, and are kept", async () => {
  const page = await person(browser, server.url, { wishes: {} });
  await page.goto("/");
  await page.click("[data-settings]");
  assert.deepEqual(await violations(page), []);
  await shoot(page, "settings");
  await page.selectOption("dialog select >> nth=1", "dark");
  await page.getByLabel("High contrast").check();
  await page.getByLabel("Palette for colour blindness").check();
  await page.click("dialog .main");
  await page.goto("/rules");
  const dress = await page.evaluate(() => ({ ...document.documentElement.dataset }));
  assert.deepEqual(dress, { theme: "dark", contrast: "", safe: "" });
  await page.click("[data-settings]");
  await page.selectOption("dialog select >> nth=0", "de");
  await page.waitForSelector("html[lang=de]");
  assert.match(await page.textContent("h1"), /regeln/i);
  await leave(page);
});

for (const [name, wishes, colorScheme] of [
  ["dark", {}, "dark"],
  ["contrast", { contrast: true }, "light"],
  ["contrast-dark", { contrast: true }, "dark"],
  ["colour-blind", { safe: true }, "light"],
]) {
  test(`the palette ${name} has enough contrast`, async () => {
    const page = await person(browser, server.url, { wishes: { motion: false, asked: false, ...wishes }, colorScheme });
    for (const path of ["/", "/new/omega", "/rules/gabata"]) {
      await page.goto(path);
      await ready(page);
      assert.deepEqual(await violations(page), [], path);
      if (path === "/") await shoot(page, `start-${name}`, { fullPage: true });
    }
    await openTable(page, { spec: "abalone:players=4", seats: me(4) });
    assert.deepEqual(await violations(page), []);
    await shoot(page, `table-${name}`);
    await leave(page);
  });
}

test("nothing scrolls sideways on a phone, and every board is seen whole", async () => {
  const page = await person(browser, server.url, { viewport: PHONE, hasTouch: true, isMobile: true, wishes: { motion: false } });
  for (const path of PAGES) {
    await page.goto(path);
    await ready(page);
    assert.ok((await overflow(page)) <= 0, path);
  }
  await page.goto("/");
  await ready(page);
  await shoot(page, "phone-start");
  for (const game of GAMES) {
    await openTable(page, { spec: game, seats: me() });
    assert.ok((await overflow(page)) <= 0, game);
    const cell = await page.evaluate(() => {
      const widths = [...document.querySelectorAll(":is(.ground, .wall):first-child")].map((one) => one.getBoundingClientRect());
      return { narrowest: Math.min(...widths.map((box) => box.width)), lowest: Math.max(...widths.map((box) => box.bottom)) };
    });
    assert.ok(cell.narrowest >= 30, `${game}: ${cell.narrowest} px`);
    assert.ok(cell.lowest <= PHONE.height, `${game}: down to ${cell.lowest} px`);
    await shoot(page, `phone-${game}`);
  }
  await leave(page);
});

test("a large board zooms on a phone, by a tap or by the button", async () => {
  const page = await person(browser, server.url, { viewport: PHONE, hasTouch: true, isMobile: true });
  await openTable(page, { spec: "omega:size=10", seats: me() });
  const wide = () => page.evaluate(() => document.querySelector("[data-cell='135'] .ground").getBoundingClientRect().width);
  const tap = async () => {
    const box = await page.locator("[data-cell='135'] .ground").boundingBox();
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  };
  assert.ok((await wide()) < 25);
  await tap();
  assert.ok((await wide()) >= 40);
  assert.ok((await overflow(page)) <= 0);
  assert.equal(await page.locator(".turns .action").count(), 0);
  await shoot(page, "phone-zoomed");
  await tap();
  await page.waitForSelector(".turns .action", { state: "attached" });
  await page.click(".zoom");
  assert.ok((await wide()) < 25);
  await leave(page);
});

test("the first load is small, and the second is smaller", async () => {
  const page = await person(browser, server.url);
  const wire = await page.context().newCDPSession(page);
  await wire.send("Network.enable");
  let bytes = 0;
  wire.on("Network.loadingFinished", (event) => (bytes += event.encodedDataLength));
  await page.goto("/");
  await ready(page);
  const start = bytes;
  await page.click("[data-quick=abalone]");
  await page.waitForSelector("[role=gridcell]");
  await ready(page);
  console.log(`first load: start page ${start} bytes, with a table ${bytes} bytes`);
  assert.ok(bytes <= FIRST_LOAD, `${bytes} bytes`);
  await leave(page);
});
