/**
 * Around play: proposals, resigning, the record and what can be done with it.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, leave, person, shoot, violations } from "./lib/browser.js";
import { changed, clickCell, lots, me, myTurn, openTable, state } from "./lib/play.js";
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

/** Plays some actions by clicks. */
async function play(page, actions) {
  const lot = lots(1);
  for (let now = await state(page); now.length < actions; now = await changed(page, now)) {
    if (now.can.length) await clickCell(page, now.can[lot(now.can.length)]);
  }
}

/** Two people at one table. */
async function couple(spec, more = {}) {
  const anna = await person(browser, server.url);
  const id = await openTable(anna, { spec, seats: [{ who: "me", name: "Anna" }, { who: "open" }], ...more });
  const ben = await person(browser, server.url);
  await ben.goto(`/t/${id}`);
  await ben.click(".player .main");
  await ben.click("dialog .main");
  await anna.waitForSelector(".status.mine");
  return [anna, ben];
}

test("a draw is offered, declined, offered again and accepted", async () => {
  const [anna, ben] = await couple("zange");
  await play(anna, 1);
  await anna.click("[data-can=draw]");
  await ben.waitForSelector(".proposal:not([hidden])");
  assert.match(await ben.textContent(".proposal"), /Anna offers a draw/);
  assert.deepEqual(await violations(ben), []);
  await ben.getByRole("button", { name: "Decline" }).click();
  await anna.waitForSelector(".proposal", { state: "hidden" });
  await ben.click("[data-can=draw]");
  await anna.getByRole("button", { name: "Accept" }).click();
  await ben.waitForSelector(".result:not([hidden])");
  assert.match(await ben.textContent(".result h2"), /Draw: by agreement/);
  for (const page of [anna, ben]) await leave(page);
});

test("a takeback is asked for and granted", async () => {
  const [anna, ben] = await couple("omega");
  await play(anna, 2);
  await anna.click("[data-can=takeback]");
  await ben.getByRole("button", { name: "Accept" }).click();
  await anna.waitForFunction(() => document.querySelectorAll(".turns .action").length === 0);
  for (const page of [anna, ben]) await leave(page);
});

test("late rules are agreed on by both", async () => {
  const position = "..../.H.../H..H../......./H.H.../...D./..D. to=1 hand=0,0 taken=1,4 third=on made=0 ply=68";
  const [anna, ben] = await couple("zange:captures=6", { position });
  await anna.getByRole("button", { name: "three moves a turn" }).click();
  await ben.waitForSelector(".proposal:not([hidden])");
  assert.match(await ben.textContent(".proposal"), /Anna proposes: three moves a turn/);
  await shoot(ben, "proposal");
  await ben.getByRole("button", { name: "Accept" }).click();
  await anna.waitForFunction(() => document.querySelector(".turns")?.textContent.includes("agree-triple"));
  assert.equal(await anna.getByRole("button", { name: "three moves a turn" }).count(), 0);
  for (const page of [anna, ben]) await leave(page);
});

test("resigning asks first", async () => {
  const [anna, ben] = await couple("zange");
  await play(anna, 1);
  await play(ben, 2);
  await anna.click("[data-can=resign]");
  await anna.getByRole("button", { name: "Cancel" }).click();
  assert.equal((await state(anna)).over, false);
  await anna.click("[data-can=resign]");
  assert.deepEqual(await violations(anna), []);
  await anna.click("dialog .main");
  await ben.waitForSelector(".result:not([hidden])");
  assert.match(await ben.textContent(".result h2"), /You won/);
  for (const page of [anna, ben]) await leave(page);
});

test("a game can be aborted before it has begun", async () => {
  const [anna, ben] = await couple("zange");
  await anna.click("[data-can=abort]");
  await anna.click("dialog .main");
  await ben.waitForSelector(".result:not([hidden])");
  assert.match(await ben.textContent(".result h2"), /aborted/);
  for (const page of [anna, ben]) await leave(page);
});

test("the record leads back, and on from there", async () => {
  const page = await person(browser, server.url, { permissions: ["clipboard-read", "clipboard-write"] });
  const id = await openTable(page, { spec: "omega", seats: me() });
  await play(page, 8);
  const stones = () => page.locator(".cell .stone").count();
  assert.equal(await stones(), 8);
  await page.locator(".turns .action").nth(2).click();
  await page.waitForFunction(() => document.querySelectorAll(".cell .stone").length === 3);
  assert.match((await state(page)).status, /After 3 of 8/);
  await page.waitForURL(/#3$/);
  await page.getByText("Play on, share, save").click();
  await page.getByText("Play on, share, save").press("ArrowLeft");
  await page.waitForFunction(() => document.querySelectorAll(".cell .stone").length === 2);
  await page.keyboard.press("Home");
  await page.waitForFunction(() => document.querySelectorAll(".cell .stone").length === 0);
  await page.keyboard.press("End");
  await page.waitForFunction(() => document.querySelectorAll(".cell .stone").length === 8);
  await page.getByLabel("One action back").click();
  await page.waitForFunction(() => document.querySelectorAll(".cell .stone").length === 7);
  assert.deepEqual(await violations(page), []);
  await shoot(page, "replay");
  await page.getByText("Copy a link to this moment").click();
  await page.waitForSelector(".herald:not([hidden])");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `${server.url}/t/${id}#7`);
  await page.getByText("Copy the position").click();
  await page.waitForFunction(async () => /ply=7/.test(await navigator.clipboard.readText()));

  for (const name of ["Download the record", "Picture (SVG)", "Picture (PNG)"]) {
    const href = await page.getByRole("link", { name }).getAttribute("href");
    assert.equal((await page.request.get(href)).status(), 200, name);
  }

  await page.goto(`/t/${id}#4`);
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll(".cell .stone").length === 4);
  await page.getByText("Play on, share, save").click();
  await page.getByRole("button", { name: "at one screen" }).click();
  await page.waitForURL((url) => !url.pathname.endsWith(id));
  await page.waitForFunction(() => document.querySelectorAll(".cell .stone").length === 4);
  assert.ok((await myTurn(page)).can.length > 0);
  await leave(page);
});

test("my games are listed", async () => {
  const page = await person(browser, server.url);
  await page.goto("/mine");
  await page.waitForSelector("[data-mine] p");
  const id = await openTable(page, { spec: "zange", seats: me() });
  await play(page, 2);
  await page.goto("/mine");
  await page.waitForSelector(".game");
  assert.equal(await page.getAttribute(".game", "href"), `/t/${id}`);
  assert.match(await page.textContent(".game"), /Die Zange.*Anna – Ben.*2 actions.*your turn/);
  assert.deepEqual(await violations(page), []);
  await page.goto("/");
  await page.waitForSelector(".running .game");
  await shoot(page, "start-running");
  await leave(page);
});

test("a clock runs out", async () => {
  const page = await person(browser, server.url);
  await openTable(page, { spec: "zange", seats: me(), clock: { kind: "increment", base: 2000, step: 0 } });
  await play(page, 2);
  await page.waitForSelector(".clock.runs");
  await page.waitForSelector(".result:not([hidden])", { timeout: 10000 });
  assert.match(await page.textContent(".result h2"), /time/);
  await leave(page);
});

test("the program can be asked to move now", async () => {
  const page = await person(browser, server.url);
  await openTable(page, { spec: "omega:size=10", seats: [{ who: "me", name: "Anna" }, { who: "program", level: "best" }] });
  await play(page, 2);
  // It thinks for a moment only: the button is pressed as soon as it shows.
  await page.waitForFunction(() => {
    const button = document.querySelector(".thinks") && document.querySelector("[data-can=hurry]:not([hidden])");
    button?.click();
    return button;
  });
  const now = await myTurn(page);
  assert.equal(now.length, 4);
  await leave(page);
});
