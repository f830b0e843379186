/**
 * Every game, played to its end by clicking, and by the keyboard alone.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, leave, person, shoot, violations } from "./lib/browser.js";
import { changed, clickCell, drag, lots, me, myTurn, openTable, playOut, state, touchByKeys } from "./lib/play.js";
import { Server } from "./lib/server.js";

/** Variants that random play ends soon. */
const SHORT = {
  abalone: "abalone:push=1,limit=160",
  omega: "omega:size=5",
  ombagi: "ombagi:limit=60",
  "gassen-ombagi": "gassen-ombagi:limit=120",
  duombo: "duombo:mills=1,limit=80",
  chessom: "chessom:limit=80",
  zange: "zange:captures=1,limit=120",
  gabata: "gabata:rounds=1",
};

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

for (const [game, spec] of Object.entries(SHORT)) {
  test(`${game} by clicking`, async () => {
    const page = await person(browser, server.url);
    await openTable(page, { spec, seats: me() });
    const end = await playOut(page, 7);
    assert.ok(end.length > 5);
    assert.match(await page.textContent(".result h2"), /won|Draw/);
    assert.deepEqual(await violations(page), []);
    await shoot(page, `end-${game}`);
    await leave(page);
  });
}

for (const [game, spec] of Object.entries(SHORT)) {
  test(`${game} by keyboard`, async () => {
    const page = await person(browser, server.url);
    await openTable(page, { spec: spec.replace(/limit=\d+/, "limit=24"), seats: me() });
    await playOut(page, 11, { touch: touchByKeys });
    await leave(page);
  });
}

test("stones can be dragged, and typed", async () => {
  const page = await person(browser, server.url, { wishes: { motion: true, asked: true } });
  await openTable(page, { spec: "chessom", seats: me() });
  const start = await myTurn(page);
  await clickCell(page, start.can[0]);
  const lifted = await changed(page, start);
  await page.keyboard.press("Escape");
  await page.locator("[role=gridcell][tabindex='0']").focus();
  await page.keyboard.press("Escape");
  await drag(page, start.can[0], lifted.can[0]);
  await page.waitForFunction(() => document.querySelector(".replay input").max === "1");
  const typed = await page.evaluate(async () => {
    const answer = await fetch(`/api/tables/${location.pathname.split("/").pop()}`);
    return (await answer.json()).table.legal[0].text;
  });
  await page.fill("#typed", typed);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector(".replay input").max === "2");
  await page.fill("#typed", "nonsense");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".trouble:not([hidden])");
  assert.ok((await page.textContent(".trouble")).length > 5);
  await leave(page);
});

test("an unfinished turn can be taken back, and says what is to do", async () => {
  const page = await person(browser, server.url);
  await openTable(page, { spec: "omega", seats: me() });
  const start = await myTurn(page);
  assert.match(await page.textContent(".notes"), /R3.*1 of 2/);
  await clickCell(page, start.can[5]);
  await page.waitForFunction(() => document.querySelector(".replay input").max === "1");
  assert.match((await state(page)).status, /One action of this turn made/);
  await page.click("[data-can=undo]");
  await page.waitForFunction(() => document.querySelector(".turns").children.length === 0);
  assert.equal((await page.getAttribute(".notes a", "href")), "/rules/omega#R3");
  await leave(page);
});

test("a threat is announced", async () => {
  const page = await person(browser, server.url);
  await openTable(page, { spec: "chessom", seats: me() });
  // Random play until an action carries the sign of a threat.
  const lot = lots(3);
  for (let i = 0; i < 200; i++) {
    const now = await myTurn(page);
    if (now.over) break;
    await clickCell(page, now.can[lot(now.can.length)]);
    await changed(page, now);
    const last = await page.evaluate(() => [...document.querySelectorAll(".turns .action")].at(-1)?.textContent ?? "");
    if (!last.endsWith("+")) continue;
    assert.equal(await page.textContent(".herald"), "Chessom!");
    await leave(page);
    return;
  }
  assert.fail("nobody threatened anything");
});
