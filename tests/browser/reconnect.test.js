/**
 * Leaving and coming back: reload, no network, a server that was killed.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, leave, person } from "./lib/browser.js";
import { changed, clickCell, me, myTurn, openTable, state } from "./lib/play.js";
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

const length = (page, count) => page.waitForFunction((wanted) => Number(document.querySelector(".replay input").max) === wanted, count);

async function place(page) {
  const now = await myTurn(page);
  await clickCell(page, now.can[3]);
  return changed(page, now);
}

test("a reload finds the table as it was", async () => {
  const page = await person(browser, server.url);
  await openTable(page, { spec: "omega", seats: me() });
  await place(page);
  await length(page, 1);
  await page.reload();
  await page.waitForSelector("[role=gridcell]");
  await length(page, 1);
  assert.equal(await page.locator(".cell .stone").count(), 1);
  await leave(page);
});

test("what is played without a network arrives once it is back", async () => {
  const page = await person(browser, server.url);
  await openTable(page, { spec: "omega", seats: me() });
  await place(page);
  await length(page, 1);
  await page.context().setOffline(true);
  await page.waitForSelector(".offline:not([hidden])");
  const now = await myTurn(page);
  await clickCell(page, now.can[9]);
  await page.waitForTimeout(400);
  assert.equal((await state(page)).length, 1);
  await page.context().setOffline(false);
  const back = Date.now();
  await length(page, 2);
  assert.ok(Date.now() - back < 3000);
  assert.ok(await page.locator(".offline").isHidden());
  await leave(page);
});

test("a killed server comes back with everything that was acknowledged", async () => {
  const page = await person(browser, server.url);
  await openTable(page, { spec: "omega", seats: me() });
  for (let i = 1; i <= 3; i++) {
    await place(page);
    await length(page, i);
  }
  await server.kill();
  await page.waitForSelector(".offline:not([hidden])");
  const now = await myTurn(page);
  await clickCell(page, now.can[5]);
  await server.run();
  await page.waitForSelector(".offline", { state: "hidden", timeout: 15000 });
  await length(page, 4);
  await place(page);
  await length(page, 5);
  await leave(page);
});

test("another tab of the same browser holds the same seats", async () => {
  const page = await person(browser, server.url);
  const id = await openTable(page, { spec: "omega", seats: me() });
  const other = await page.context().newPage();
  await other.goto(`/t/${id}`);
  await other.waitForSelector("[role=gridcell]");
  await place(other);
  await length(page, 1);
  await place(page);
  await length(other, 2);
  await leave(page);
});
