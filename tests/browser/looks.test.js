/**
 * What a board shows, and to whom: towers, hidden numbers, seeds, motion.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, leave, person, shoot } from "./lib/browser.js";
import { changed, clickCell, keyToCell, me, myTurn, openTable } from "./lib/play.js";
import { Server } from "./lib/server.js";

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

const name = (page, cell) => page.getAttribute(`[data-cell="${cell}"]`, "aria-label");

test("a tower fans out under the pointer and under the focus", async () => {
  const page = await person(browser, server.url);
  await openTable(page, { spec: "ombagi", seats: me() });
  await page.hover("[data-cell='1'] .face");
  assert.equal(await page.locator(".fan .stone").count(), 3);
  await page.mouse.move(5, 5);
  assert.equal(await page.locator(".fan").count(), 0);
  await keyToCell(page, 2);
  assert.equal(await page.locator(".fan .stone").count(), 3);
  await shoot(page, "fan");
  assert.equal(await name(page, 2), "13, tower from the bottom, Dark 1, Dark 2, Dark 3, goal of Light, possible");
  await leave(page);
});

test("hidden numbers stay hidden", async () => {
  const page = await person(browser, server.url);
  const id = await openTable(page, { spec: "ombagi:hidden=true", seats: me() });
  assert.match(await name(page, 1), /Dark \?, Dark \?, Dark 3/);
  const told = await page.evaluate(async (table) => (await fetch(`/api/tables/${table}`)).text(), id);
  assert.ok(told.includes('"hidden"'));
  await shoot(page, "hidden");
  await leave(page);
});

test("seeds are shown, and counted only where the table allows it", async () => {
  const page = await person(browser, server.url);
  await openTable(page, { spec: "gabata", seats: me() });
  assert.equal(await page.locator(".seed").count(), 48);
  assert.equal(await page.locator(".count").count(), 0);
  assert.match(await name(page, 0), /^1, seeds,/);
  await openTable(page, { spec: "gabata", seats: me(), counts: true });
  assert.equal(await page.locator(".count").count(), 14);
  assert.match(await name(page, 0), /^1, 4 seeds,/);
  await shoot(page, "counts");
  await leave(page);
});

test("stones travel, unless nobody wants it", async () => {
  for (const [wishes, reducedMotion, moving] of [
    [{ motion: true }, "no-preference", true],
    [{ motion: true }, "reduce", false],
    [{ motion: false }, "no-preference", false],
  ]) {
    const page = await person(browser, server.url, { wishes: { asked: true, ...wishes }, reducedMotion });
    await openTable(page, { spec: "chessom", seats: me() });
    await page.evaluate(() => {
      window.travelled = 0;
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...given) {
        window.travelled++;
        return animate.apply(this, given);
      };
    });
    const start = await myTurn(page);
    await clickCell(page, start.can[0]);
    const taken = await changed(page, start);
    await clickCell(page, taken.can[0]);
    await page.waitForSelector(".turns .action");
    assert.equal((await page.evaluate(() => window.travelled)) > 0, moving);
    await page.waitForFunction(() => !document.querySelector(".away, .above .stone"));
    await leave(page);
  }
});

test("the question about sound is asked once", async () => {
  const page = await person(browser, server.url, { wishes: {} });
  await openTable(page, { spec: "zange", seats: me() });
  await page.getByRole("button", { name: "Yes" }).click();
  await page.reload();
  await page.waitForSelector("[role=gridcell]");
  assert.ok(await page.locator(".question").isHidden());
  assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem("wabe")).sound), true);
  const now = await myTurn(page);
  await clickCell(page, now.can[0]);
  await changed(page, now);
  await leave(page);
});

test("who sits opposite sees the board from there, and may turn it", async () => {
  const page = await person(browser, server.url);
  await openTable(page, { spec: "chessom", seats: [{ who: "me", name: "Anna" }, { who: "program", level: "level:1" }] });
  const height = async () => (await page.locator("[data-cell='1'] .ground").boundingBox()).y;
  const below = await height();
  await page.getByRole("button", { name: "Turn the board" }).click();
  assert.ok((await height()) < below - 100);
  await leave(page);
});
