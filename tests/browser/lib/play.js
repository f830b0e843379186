/**
 * Playing as a person does: by what the page shows, and by nothing else.
 */
import assert from "node:assert/strict";

/** A generator of lots that is the same in every run. */
export function lots(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Opens a table by the JSON path, as the page's own script would. */
export async function openTable(page, table) {
  if (!page.url().startsWith("http")) await page.goto("/rules");
  const { status, said } = await page.evaluate(async (body) => {
    const answer = await fetch("/api/tables", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: answer.status, said: await answer.json() };
  }, table);
  assert.ok(status < 300, JSON.stringify(said));
  await page.goto(`/t/${said.id}`);
  await page.waitForSelector("[role=gridcell]");
  return said.id;
}

export const me = (count = 2) => Array.from({ length: count }, (_, i) => ({ who: "me", name: ["Anna", "Ben", "Cleo", "Dana"][i] }));

/** What the page shows of the state of play. */
export function state(page) {
  return page.evaluate(() => {
    const all = (selector) => [...document.querySelectorAll(selector)];
    return {
      length: Number(document.querySelector(".replay input").max),
      over: !document.querySelector(".result").hidden,
      can: all(".cell.can").map((cell) => Number(cell.dataset.cell)),
      touched: all(".cell.touched").map((cell) => Number(cell.dataset.cell)),
      choices: all(".choice").length,
      trouble: document.querySelector(".trouble").hidden ? "" : document.querySelector(".trouble").textContent,
      status: document.querySelector(".status").textContent,
    };
  });
}

/** Where the middle of a cell is on the screen. */
async function middle(page, cell) {
  const box = await page.locator(`[data-cell="${cell}"] :is(.ground, .wall)`).first().boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export async function clickCell(page, cell) {
  const at = await middle(page, cell);
  await page.mouse.click(at.x, at.y);
}

export async function drag(page, from, to) {
  const [a, b] = [await middle(page, from), await middle(page, to)];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 4 });
  await page.mouse.move(b.x, b.y, { steps: 4 });
  await page.mouse.up();
}

/** Waits until the page shows something else than before. */
export async function changed(page, before) {
  const old = JSON.stringify(before);
  const end = Date.now() + 15000;
  while (Date.now() < end) {
    const now = await state(page);
    if (JSON.stringify(now) !== old) return now;
    await page.waitForTimeout(8);
  }
  throw new Error(`nothing happened after ${old}`);
}

/** Waits until something may be done here, or the game is over. */
export async function myTurn(page) {
  const end = Date.now() + 60000;
  while (Date.now() < end) {
    const now = await state(page);
    if (now.over || now.can.length || now.choices) return now;
    await page.waitForTimeout(20);
  }
  throw new Error(`waited for a turn: ${JSON.stringify(await state(page))}`);
}

/** What the server takes for too much at once is more than ten actions a second for a while. */
const PACE = 105;

/**
 * Plays by random clicks until the game is over.
 * @param {(page: any, cell: number) => Promise<void>} touch how a cell is touched
 */
export async function playOut(page, seed, { touch = clickCell, most = 3000 } = {}) {
  const lot = lots(seed);
  const [began, first] = [Date.now(), (await state(page)).length];
  for (let i = 0; i < most; i++) {
    const now = await myTurn(page);
    assert.equal(now.trouble, "");
    if (now.over) return now;
    const early = began + PACE * (now.length - first) - Date.now();
    if (early > 0) await page.waitForTimeout(early);
    const options = now.can.length + now.choices;
    const which = lot(options);
    if (which < now.can.length) await touch(page, now.can[which]);
    else await page.locator(".choice").nth(which - now.can.length).click();
    await changed(page, now);
  }
  throw new Error("the game did not end");
}

/** Moves the focus to a cell with the arrow keys, as a person would. */
export async function keyToCell(page, cell) {
  const focused = () => page.evaluate(() => Number(document.activeElement?.dataset?.cell ?? -1));
  if ((await focused()) < 0) await page.locator("[role=gridcell][tabindex='0']").focus();
  const place = (id) =>
    page.evaluate((one) => {
      const rows = [...document.querySelectorAll("[role=row]")];
      const node = document.querySelector(`[data-cell="${one}"]`);
      return { row: rows.indexOf(node.parentNode), x: [...node.parentNode.children].indexOf(node) };
    }, id);
  const target = await place(cell);
  for (let i = 0; i < 60; i++) {
    const here = await place(await focused());
    if (here.row !== target.row) await page.keyboard.press(here.row < target.row ? "ArrowDown" : "ArrowUp");
    else if (here.x !== target.x) await page.keyboard.press(here.x < target.x ? "ArrowRight" : "ArrowLeft");
    else return;
  }
  throw new Error(`the arrow keys do not lead to cell ${cell}`);
}

export async function touchByKeys(page, cell) {
  await keyToCell(page, cell);
  await page.keyboard.press("Enter");
}
