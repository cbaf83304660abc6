import { afterEach, expect, test } from "vitest";
import { desktop, expectNoProblems, openBrowser } from "../support/browser";
import { cases } from "../support/cases";
import { Client } from "../support/client";
import { seedConversation, seedMessage } from "../support/inbox-actions";
import { seedDatabase, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer();
await seedDatabase(app);
const user = await seedUser(app, ["supervisor"]);
const visitor = await openBrowser(url, { size: desktop });
const value = await signInStaff(app, new Client(url), user.id);
await visitor.context.addCookies([{ name: "firstnight", value, url }]);
const { page } = visitor;
afterEach(() => expectNoProblems(visitor));

const names = Array.from({ length: 20 }, (_, number) => `Patient ${String.fromCharCode(65 + number)}`);
const start = clock.now();
for (const [index, patient_name] of names.entries()) {
  const { id } = await seedConversation(app, { patient_name, brightree_db: "QHMS", sms_consent: 1 });
  await seedMessage(app, id, `Question ${index}`, { created_at: start + index * 60_000 });
}

const heading = page.getByRole("region", { name: "Conversation" }).getByRole("heading");
const reply = page.getByLabel("Reply…");

/** How many texts are answered, from the oldest one on, and the patient who waits next. */
const answered = cases(5, 18);
const next = names[answered] ?? "";

test("unanswered texts are answered in two acts each: write, and Enter", async () => {
  await page.goto("/messages?filter=unanswered");
  await page.locator(".thread-link").first().click();
  for (const name of names.slice(0, answered)) {
    await page.waitForFunction(
      (shown) => document.querySelector(".chat-head h2")?.textContent === shown,
      name,
    );
    await page.waitForFunction(() => document.activeElement?.id === "body");
    await page.keyboard.type(`Answer to ${name}`);
    await page.keyboard.press("Enter");
  }
  await expect.poll(() => heading.textContent()).toBe(next);
  const answers = await app.db
    .selectFrom("messages")
    .innerJoin("threads", "threads.id", "messages.thread_id")
    .select(["threads.patient_name", "messages.body"])
    .where("messages.author_user_id", "=", user.id)
    .execute();
  expect(answers).toHaveLength(answered);
  for (const { patient_name, body } of answers) expect(body).toBe(`Answer to ${patient_name}`);
});

test("from All Chats, Ctrl+Enter opens the oldest unanswered conversation, and Enter stays", async () => {
  await page.goto("/messages");
  await page.locator(".thread", { hasText: "Patient A" }).locator("a").click();
  await reply.fill("One more thing");
  await reply.press("Enter");
  await page.getByText("One more thing").last().waitFor();
  expect(await heading.textContent()).toBe("Patient A");
  await reply.fill("That is all");
  await reply.press("Control+Enter");
  await expect.poll(() => heading.textContent()).toBe(next);
  expect(new URL(page.url()).search).toBe("");
});

test("Send stays while the user is already writing a second text to the same patient", async () => {
  await page.goto("/messages?filter=unanswered");
  await page.locator(".thread-link").first().click();
  await page.waitForFunction(() => document.activeElement?.id === "body");
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/messages/*", async (route) => {
    if (route.request().method() === "POST") await held;
    await route.continue();
  });
  await page.keyboard.type("First");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Second");
  release();
  await page.locator(".bubble:not(.queued)", { hasText: "First" }).waitFor();
  await page.unroute("**/messages/*");
  expect(await heading.textContent()).toBe(next);
  expect(await reply.inputValue()).toBe("Second");
});

test("J and K follow the list from the open conversation", async () => {
  await page.goto("/messages");
  await page.locator(".thread-link").nth(2).click();
  await page.waitForFunction(() => document.activeElement?.id === "body");
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press("j");
  const focused = () =>
    page.evaluate(() =>
      [...document.querySelectorAll(".thread")].indexOf(
        document.activeElement?.closest(".thread") as Element,
      ),
    );
  expect(await focused()).toBe(3);
  await page.keyboard.press("k");
  await page.keyboard.press("k");
  expect(await focused()).toBe(1);
});

test("the notice after a reply says if the text waits for the patient's YES", async () => {
  const { id } = await seedConversation(app, { patient_name: "Yolanda Waits", sms_consent: 0 });
  await seedMessage(app, id, "Is this the clinic?", { created_at: start - 60_000 });
  const next = await seedConversation(app, {
    patient_name: "Zed Next",
    sms_consent: 1,
    brightree_db: "QHMS",
  });
  await seedMessage(app, next.id, "Hello?", { created_at: start - 30_000 });
  await page.goto(`/messages/${id}?filter=unanswered`);
  if ((await page.locator("select[name=company_id]").count()) > 0) {
    await page.locator("select[name=company_id]").selectOption({ index: 1 });
  }
  await reply.fill("Yes, it is.");
  await reply.press("Control+Enter");
  await page.locator("#toasts").getByText("Saved. Yolanda Waits gets it after replying YES.").waitFor();
  expect(await heading.textContent()).toBe("Zed Next");
});
