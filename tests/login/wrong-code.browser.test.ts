import { beforeAll, expect, test } from "vitest";
import { operator } from "~/core/who";
import { generateCode } from "~/orders/access/generate-code.server";
import { expectNoProblems, openBrowser } from "../support/browser";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedOrder } from "../support/seed";
import { startServer } from "../support/server";

let server: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
  server = await startServer({}, undefined, { demo: true });
  await seedClinic(server.app);
});

async function codes(): Promise<{ right: string; wrong: string; others: string[] }> {
  const phone = "+19195550142";
  const { patient_id, brightree_db } = await seedOrder(server.app, { phone });
  const { code: right } = await generateCode(server.app, operator, { patient_id, brightree_db, phone });
  const [wrong = "", ...others] = ["111111", "222222", "333333"].filter((code) => code !== right);
  return { right, wrong, others };
}

test("a wrong code with the second question on is refused in words, and the boxes are empty again", async () => {
  const { right, wrong, others } = await codes();
  const visitor = await openBrowser(server.url);
  const { page } = visitor;
  await page.goto("/");
  const boxes = page.locator("#code-place input:not([type=hidden])");
  const values = () => boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value).join(""));
  const newLink = page.getByRole("button", { name: "Send me a new link" });
  const failed = page.getByRole("alert").getByText("That code didn't work.");
  const signIn = async (code: string) => {
    await boxes.first().fill(code);
    await page.getByRole("button", { name: "Login" }).click();
  };
  await signIn(wrong);
  await failed.waitFor();
  await signIn(others[0] ?? "");
  await page.getByLabel("Last four digits of your phone number").fill("0142");
  expect(await newLink.isVisible()).toBe(true);
  await page.getByRole("button", { name: "Login" }).click();
  await failed.waitFor();
  expect(await values()).toBe("");
  expect(await boxes.first().evaluate((box) => box === document.activeElement)).toBe(true);
  expect(await newLink.isVisible()).toBe(true);
  await page.keyboard.type(right);
  await page.getByRole("button", { name: "Login" }).click();
  await page.waitForURL(`${server.url}/schedule`);
  expectNoProblems(visitor);
});

test("without scripts, a wrong code with the second question on is refused in the same way", async () => {
  const { right, wrong, others } = await codes();
  let page = await (await PlainPage.open(new Client(server.url), "/")).press("Login", { code: wrong });
  expect(page.text).toContain("That code didn't work.");
  page = await page.press("Login", { code: others[0] ?? "" });
  expect(page.values("code")).toContain(others[0]);
  page = await page.press("Login", { phone_last4: "0142" });
  expect(page.text).toContain("That code didn't work.");
  expect(page.values("code")).not.toContain(others[0]);
  expect(page.values("phone_last4")).toEqual(["0142"]);
  const asked = await page.press("Send me a new link");
  expect(asked.text).toContain("we sent a new link to the phone number and email on file");
  expect((await page.press("Login", { code: right, phone_last4: "0142" })).path).toBe("/schedule");
});
