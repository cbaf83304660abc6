import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Staff } from "~/core/who";
import { addDefaultReplies } from "~/inbox/replies/saved-replies.server";
import { expectAccessible } from "../support/accessible";
import { desktop, expectNoProblems, openBrowser, type Visitor } from "../support/browser";
import { Client } from "../support/client";
import { eventually } from "../support/eventually";
import { seedConversation } from "../support/inbox-actions";
import { seedClinic, seedUser, seedVisit, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
const clinic = await seedClinic(app);
let token = "";
let visitor: Visitor;
let conversation = 0;

beforeAll(async () => {
  const supervisor = await seedUser(app, ["supervisor"], { name: "Samuel Ridley" });
  token = await signInStaff(app, new Client(url), supervisor.id);
  const who = { kind: "staff", userId: supervisor.id, email: "a@b.example", address: null } as Staff;
  await addDefaultReplies(app, who, {});
  await seedVisit(app, {
    order_id: clinic.order.id,
    therapist_id: clinic.therapist.id,
    start_at: clinic.starts[0] ?? 0,
  });
});

beforeEach(async () => {
  const { id } = await seedConversation(app, { sms_consent: 1 });
  conversation = id;
});
afterEach(() => expectNoProblems(visitor));

async function open(size = desktop) {
  visitor = await openBrowser(url, { size });
  const { page, context } = visitor;
  await context.addCookies([{ name: "firstnight", value: token, url }]);
  await page.goto(`/messages/${conversation}`);
  return page;
}

const aboutPatient = () =>
  app.db
    .updateTable("threads")
    .set({ patient_id: clinic.order.patient_id, brightree_db: clinic.database })
    .where("id", "=", conversation)
    .execute();

const messages = () =>
  app.reads.selectFrom("messages").select("body").where("thread_id", "=", conversation).execute();

test("choosing a saved reply inserts it at the cursor, updates the character count, and sends nothing", async () => {
  await aboutPatient();
  const page = await open();
  const field = page.locator("#body");
  await field.fill("Good morning! See you.");
  await field.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(13, 13));
  await page.locator("#saved-replies summary").click();
  await expectAccessible(visitor, "the saved replies");
  await page.getByRole("link", { name: /^Thanks/ }).click();
  expect(await field.inputValue()).toMatch(
    /^Good morning! Thank you, Patient\. We got .* anything else\. See you\.$/,
  );
  expect(await page.locator("#segments").innerText()).toMatch(/^1 text, \d+ characters left\.$/);
  expect(await page.locator("#saved-replies").getAttribute("open")).toBeNull();
  expect(await messages()).toEqual([]);
});

test("the keyboard alone can open and close the list and insert the Spanish text", async () => {
  await aboutPatient();
  const page = await open();
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await page.locator("#saved-replies summary").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  expect(await focused()).toContain("Running late");
  await page.keyboard.press("Escape");
  expect(await focused()).toBe("Saved replies");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  expect(await focused()).toBe("Español: Running late");
  await page.keyboard.press("Enter");
  expect(await page.locator("#body").inputValue()).toMatch(
    /^Hola, Patient\. Therapist \d+ va a empezar su cita/,
  );
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("body");
});

test("a placeholder without a value is selected, and the message can't be sent until it is replaced", async () => {
  const page = await open();
  const field = page.locator("#body");
  await page.locator("#saved-replies summary").click();
  await page.getByRole("link", { name: /^Thanks/ }).click();
  const text = await field.inputValue();
  expect(text).toContain("Thank you, {first_name}.");
  await field.press("Enter");
  await page.getByText("Not sent. Replace {first_name} in your message first.").waitFor();
  expect(await field.inputValue()).toBe(text);
  expect(await messages()).toEqual([]);
  await field.fill("");
  await page.locator("#saved-replies summary").click();
  await page.getByRole("link", { name: /^Thanks/ }).click();
  await page.keyboard.type("Ruth");
  await field.press("Enter");
  await eventually(messages, (sent) =>
    sent.some(({ body }) => body.startsWith("Thank you, Ruth. We got your message.")),
  );
});

test("the list of saved replies fits on a narrow phone", async () => {
  const page = await open({ width: 320, height: 640 });
  await page.locator("#saved-replies summary").click();
  const list = await page.locator("#saved-replies > div").boundingBox();
  expect(list?.x).toBeGreaterThanOrEqual(0);
  expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(320);
  expect(list?.y).toBeGreaterThanOrEqual(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.locator("#conversation").click({ position: { x: 5, y: 5 } });
  expect(await page.locator("#saved-replies").getAttribute("open")).toBeNull();
});
