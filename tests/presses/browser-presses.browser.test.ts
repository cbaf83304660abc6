import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { openBrowser, type Visitor } from "../support/browser";
import { eventually } from "../support/eventually";
import { settlePress } from "../support/presses/browser-presses";
import type { Entry } from "../support/presses/record";
import { unpressed } from "../support/presses/unpressed";
import { scratchFolder } from "../support/scratch";
import { plantedServer } from "./planted-server";

const page = `
  <form method="post" action="/planted/plain"><button>Send plainly</button></form>
  <form method="post" action="/planted/refused"><button>Send refused</button></form>
  <form method="post" action="/planted/scripted" data-planted=""><button>Send by script</button></form>
  <form method="post" action="/planted/dead" data-planted-dead=""><button>Send nothing</button></form>
  <button type="button" data-planted-copy="">Copy</button>
  <button type="button" data-planted-dead="">Do nothing</button>
  <button type="button" data-planted-failing="">Fail</button>
  <a href="/planted/sheet" data-planted-opens="">Open</a>
  <a href="/planted/next" data-planted-next="">Next</a>
  <a href="/planted/missing" data-planted-next="">Missing</a>
  <a href="/planted/blank" data-planted-next="" target="_blank">New tab</a>
  <form action="/planted/search"><button>Search</button></form>
  <p id="out"></p>
  <script>
    const out = document.getElementById("out");
    document.addEventListener("submit", (event) => {
      const { planted, plantedDead } = event.target.dataset;
      if (planted !== undefined || plantedDead !== undefined) event.preventDefault();
      if (planted !== undefined) fetch("/planted/api", { method: "POST" });
    });
    document.addEventListener("click", (event) => {
      setTimeout(() => { window.settled = true; }, 250);
      const { plantedCopy, plantedFailing, plantedOpens } = event.target.dataset;
      if (plantedCopy !== undefined) event.target.textContent = "Copied";
      if (plantedFailing !== undefined) out.innerHTML = '<p role="alert">Not saved</p>';
      if (plantedOpens !== undefined) {
        event.preventDefault();
        fetch("/planted/sheet").then(() => { out.textContent = "Sheet"; });
      }
    });
  </script>`;

test("in a browser, only controls with a good outcome count as pressed", async () => {
  const file = `${scratchFolder()}/presses.jsonl`;
  vi.stubEnv("PRESSES_FILE", file);
  const url = await plantedServer(page, { "/planted/refused": 422, "/planted/missing": 404 });
  const visitor = await openBrowser(url);
  const hooks = new Set(["data-planted", "data-planted-dead", "data-planted-opens", "data-planted-next"]);
  const left = () => {
    const lines = readFileSync(file, "utf8").trim().split("\n");
    const entries = lines.map((line) => JSON.parse(line) as Entry);
    return unpressed(entries, { routeOf: (path) => path, hooks, clickHooks: hooks });
  };
  for (const name of ["Send by script", "Send nothing", "Copy", "Do nothing", "Fail", "Open"]) {
    await press(visitor, url, name);
    await visitor.page.waitForFunction("window.settled");
  }
  for (const name of ["Send refused", "Missing"]) {
    await press(visitor, url, name);
    await visitor.page.waitForURL(`${url}/planted/**`);
  }
  for (const [name, control] of [
    ["Send plainly", "POST /planted/plain"],
    ["Next", "link /planted/next data-planted-next"],
    ["New tab", "link /planted/blank data-planted-next"],
    ["Search", "GET /planted/search"],
  ]) {
    await press(visitor, url, name ?? "");
    await eventually(left, (names) => !names.includes(`${control}: not pressed`));
  }
  expect(await eventually(left, (names) => names.length === 5)).toEqual([
    "POST /planted/dead: not pressed",
    "POST /planted/refused: not pressed",
    "button data-planted-dead: not pressed",
    "button data-planted-failing: not pressed",
    "link /planted/missing data-planted-next: not pressed",
  ]);
  vi.unstubAllEnvs();
});

async function press({ page }: Visitor, url: string, name: string): Promise<void> {
  await page.goto(url);
  await page.getByText(name, { exact: true }).click();
}

const refusing = `
  <form method="post" action="/planted/sent" data-sent=""><button>Send without a network</button></form>
  <form method="post" action="/planted/plain"><input required><button>Send without a name</button></form>
  <form method="post" action="/planted/plain" data-checked=""><button>Send an error</button></form>
  <p id="out"></p>
  <script>
    document.addEventListener("submit", (event) => {
      event.preventDefault();
      if (event.target.dataset.sent !== undefined) fetch("/planted/sent", { method: "POST" }).catch(() => {});
      else out.innerHTML = '<p role="alert">Enter a name</p>';
    });
  </script>`;

test.each(["Send without a network", "Send without a name", "Send an error"])(
  "after “%s”, a test doesn't wait for an outcome that can't come",
  async (name) => {
    vi.stubEnv("PRESSES_FILE", `${scratchFolder()}/presses.jsonl`);
    const url = await plantedServer(refusing);
    const visitor = await openBrowser(url);
    await visitor.page.route("**/planted/sent", (route) => route.abort());
    await press(visitor, url, name);
    const pressed = Date.now();
    await settlePress(visitor.page);
    expect(Date.now() - pressed).toBeLessThan(1900);
    vi.unstubAllEnvs();
  },
);
