/**
 * Several people: three and four at one screen, over a link, with programs.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, leave, person, shoot } from "./lib/browser.js";
import { changed, clickCell, me, myTurn, openTable, playOut, state } from "./lib/play.js";
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

for (const [spec, count] of [
  ["omega:players=3", 3],
  ["omega:players=4", 4],
  ["abalone:players=3,limit=40", 3],
  ["abalone:players=4,limit=40", 4],
  ["ombagi:players=3,limit=30", 3],
]) {
  test(`${spec} at one screen`, async () => {
    const page = await person(browser, server.url);
    await openTable(page, { spec, seats: me(count) });
    assert.equal(await page.locator(".player").count(), count);
    await playOut(page, 5);
    await shoot(page, `end-${spec.replace(/[:=,]/g, "-")}`);
    await leave(page);
  });
}

test("against programs in two seats", async () => {
  const page = await person(browser, server.url);
  const programs = [{ who: "program", level: "level:1" }, { who: "program", level: "level:2" }];
  await openTable(page, { spec: "omega:players=3", seats: [{ who: "me", name: "Anna" }, ...programs] });
  await playOut(page, 5);
  assert.match(await page.textContent(".result h2"), /won/);
  await leave(page);
});

test("the form opens what it says", async () => {
  const page = await person(browser, server.url, { locale: "de-DE" });
  await page.goto("/new/abalone");
  await page.fill("[data-seat='1'] [data-name]", "Änne");
  await page.selectOption("[name=option-players]", "3");
  assert.equal(await page.locator("[data-seat]:visible").count(), 3);
  await page.getByText("Über einen Link").click();
  await page.selectOption("[data-seat='3'] select", "level:1");
  await page.selectOption("[name=clock]", "increment");
  await page.fill("[name=minutes]", "5");
  await page.click("form .main");
  await page.waitForSelector("[role=gridcell]");
  assert.deepEqual(await page.locator(".player strong").allTextContents(), ["Änne", "freier Platz", "Programm, Stufe 1"]);
  assert.deepEqual(await page.locator(".clock").allTextContents(), ["5:00", "5:00", "5:00"]);
  assert.match(await page.textContent(".invitation"), /\/t\//);
  await shoot(page, "invitation");
  await page.goto("/new/omega");
  await page.fill("[data-free=shape]", "nonsense");
  await page.click("form .main");
  await page.waitForSelector("[data-trouble]:not([hidden])");
  await leave(page);
});

test("two browsers over a link", async () => {
  const anna = await person(browser, server.url);
  const id = await openTable(anna, { spec: "zange:captures=1,limit=60", seats: [{ who: "me", name: "Anna" }, { who: "open" }] });
  assert.equal((await state(anna)).status, "Waiting for players");
  const ben = await person(browser, server.url, { locale: "de-DE" });
  await ben.goto(`/t/${id}`);
  await ben.click(".player .main");
  await ben.fill("dialog input", "Ben");
  await ben.click("dialog .main");
  await anna.waitForSelector(".status.mine");
  assert.deepEqual(await anna.locator(".player strong").allTextContents(), ["Anna", "Ben"]);
  await anna.waitForSelector(".presence.here");

  const watcher = await person(browser, server.url);
  await watcher.goto(`/t/${id}`);
  await watcher.waitForSelector("[role=gridcell]");

  // What Anna has begun to do stays while others talk.
  await play(anna, ben, 12);
  const mover = (await who(anna, ben)) === 0 ? anna : ben;
  const other = mover === anna ? ben : anna;
  const begun = await myTurn(mover);
  await clickCell(mover, begun.can[0]);
  const touched = (await changed(mover, begun)).touched;
  await other.fill("#chat-text", "Well?");
  await other.click(".chat button");
  await mover.waitForSelector(".said li");
  assert.deepEqual((await state(mover)).touched, touched);
  assert.equal(touched.length, 1);

  await anna.fill("#chat-text", "<b>Hello</b>");
  await anna.click(".chat button");
  await ben.waitForSelector(".said li:nth-child(2)");
  assert.match(await ben.textContent(".said"), /<b>Hello<\/b>/);

  await play(anna, ben, 1000);
  await ben.waitForSelector(".result:not([hidden])");
  await watcher.waitForSelector(".result:not([hidden])");
  assert.equal(await watcher.locator(".turns .action").count(), await anna.locator(".turns .action").count());
  await anna.click(".result .main");
  await anna.waitForURL((url) => !url.pathname.endsWith(id));
  await ben.waitForURL((url) => !url.pathname.endsWith(id));
  await anna.waitForSelector("[role=gridcell]");
  assert.deepEqual(await anna.locator(".player strong").allTextContents(), ["Ben", "Anna"]);
  for (const page of [anna, ben, watcher]) await leave(page);
});

/** Two people play by clicks until so many actions are made, or it is over. */
async function play(anna, ben, actions) {
  for (let i = 0; i < 1000; i++) {
    const mover = [anna, ben][await who(anna, ben)];
    const now = await state(mover);
    if (now.over || now.length >= actions) return;
    await clickCell(mover, now.can[(i * 7) % now.can.length]);
    await changed(mover, now);
  }
}

/** Which of two pages may act now; 0 when the game is over. */
async function who(anna, ben) {
  for (let i = 0; i < 2000; i++) {
    const [a, b] = [await state(anna), await state(ben)];
    if (a.over || a.can.length || a.choices) return 0;
    if (b.can.length || b.choices) return 1;
    await anna.waitForTimeout(10);
  }
  throw new Error("nobody may act");
}
