import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { type Entry, isGood } from "../support/presses/record";
import { clickHooksIn, hooksIn, unpressed } from "../support/presses/unpressed";
import { scratchFolder } from "../support/scratch";
import { plantedServer } from "./planted-server";

const known = {
  routeOf: (path: string) => path,
  hooks: new Set(["data-change", "data-opens"]),
  clickHooks: new Set(["data-opens"]),
};

/** Records what a test does on planted pages, and lists the controls that it left unpressed. */
async function unpressedAfter(html: string, act: (page: PlainPage) => Promise<unknown>, statuses = {}) {
  const file = `${scratchFolder()}/presses.jsonl`;
  vi.stubEnv("PRESSES_FILE", file);
  const url = await plantedServer(html, statuses);
  await act(await PlainPage.open(new Client(url), `/planted/${Math.random()}`));
  vi.unstubAllEnvs();
  const entries = readFileSync(file, "utf8").trim().split("\n");
  return unpressed(
    entries.map((line) => JSON.parse(line) as Entry),
    known,
  );
}

/** Each test needs other paths, because a control is recorded only once per process. */
let counter = 0;
const newPath = () => `/planted-${String.fromCharCode(97 + counter++)}`;

test("a form that no test submits is listed", async () => {
  const path = newPath();
  const html = `<form method="post" action="${path}"><button type="submit" name="act" value="save">Save</button></form>`;
  expect(await unpressedAfter(html, async () => {})).toEqual([`POST ${path} act=save: not pressed`]);
});

test("a form counts as pressed once the server accepts it", async () => {
  const path = newPath();
  const html = `<form method="post" action="${path}"><button type="submit">Save</button></form>`;
  expect(await unpressedAfter(html, (page) => page.press("Save"))).toEqual([]);
});

test("a refused form and a redirect to the login page don't count as pressed", async () => {
  const path = newPath();
  const html = `<form method="post" action="${path}"><button type="submit">Save</button></form>`;
  const refused = await unpressedAfter(html, (page) => page.press("Save"), { [path]: 422 });
  expect(refused).toEqual([`POST ${path}: not pressed`]);
  expect(isGood("/account", 302, "/login?to=%2Faccount")).toBe(false);
  expect(isGood("/account", 303, "http://127.0.0.1:1/login")).toBe(false);
  expect(isGood("/logout", 303, "/login")).toBe(true);
});

test("each button of a form needs a press", async () => {
  const path = newPath();
  const html = `<form method="post" action="${path}">
    <button type="submit" name="act" value="add">Add</button>
    <button type="submit" name="act" value="drop">Drop</button></form>
    <button type="submit" form="none">Elsewhere</button>`;
  expect(await unpressedAfter(html, (page) => page.press("Add"))).toEqual([
    `POST ${path} act=drop: not pressed`,
  ]);
});

test("a form that a script handles needs a press in a browser, and so does a scripted button or link", async () => {
  const path = newPath();
  const html = `<form method="post" action="${path}" data-change=""><button type="submit">Save</button></form>
    <button type="button" data-copy-${path.at(-1)}="">Copy</button>
    <a href="${path}/sheet" data-opens="">Visit</a><a href="${path}/plain" data-unknown="">Plain</a>`;
  expect(await unpressedAfter(html, (page) => page.press("Save"))).toEqual([
    `POST ${path}: not pressed in a browser`,
    `button data-copy-${path.at(-1)}: not pressed`,
    `link ${path}/sheet data-opens: not pressed`,
  ]);
});

test("the attributes and ids that a script looks for are found in its code", () => {
  const script = `link.closest("a[data-opens], #panel-staff form"); document.getElementById("forgot");
    const { go: isNavigation, inPlace } = form.dataset; form.dataset.undoSeconds; form.id === "pick-star"`;
  expect(hooksIn(script).sort()).toEqual(
    [
      "#forgot",
      "#panel-staff",
      "#pick-star",
      "data-go",
      "data-in-place",
      "data-opens",
      "data-undo-seconds",
    ].sort(),
  );
  expect(clickHooksIn(script)).toEqual(["data-opens"]);
});
