import type { Page } from "playwright";
import { afterEach, beforeAll, expect, test } from "vitest";
import { minute } from "~/core/time";
import { expectAccessible } from "../support/accessible";
import { desktop, expectNoProblems, openBrowser, phone, type Visitor } from "../support/browser";
import { Client } from "../support/client";
import { eventually } from "../support/eventually";
import { startFakeTwilio } from "../support/fake-twilio";
import { textOfPages } from "../support/pdf-text";
import { testClock } from "../support/scratch";
import { seedDatabase, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

// Tests one conversation from start to finish. Each test continues where the previous one ended.
const number = "+19195550142";
const awaiting =
  "Awaiting patient SMS consent. Your messages are queued and will send automatically after they reply YES.";

const twilio = await startFakeTwilio();
const { PUBLIC_URL: _, ...settings } = twilio.environment;
const server = await startServer(settings, testClock(Date.now()));
const { app, url, clock } = server;

let visitor: Visitor;
let page: Page;
let token = "";

async function signedIn(size: typeof phone): Promise<Visitor> {
  const opened = await openBrowser(url, { size });
  await opened.context.addCookies([{ name: "firstnight", value: token, url }]);
  return opened;
}

beforeAll(async () => {
  await seedDatabase(app);
  await seedUser(app, ["supervisor"], { name: "Priya Natarajan" });
  const supervisor = await seedUser(app, ["supervisor"], { name: "Samuel Ridley" });
  token = await signInStaff(app, new Client(url), supervisor.id);
  visitor = await signedIn(desktop);
  page = visitor.page;
});
afterEach(() => expectNoProblems(visitor));

const sentBodies = () => twilio.messages.map(({ body }) => body);
const arrived = (count: number) => eventually(sentBodies, (bodies) => bodies.length === count);
const says = async (body: string) => {
  clock.advance(minute);
  expect((await twilio.bring(url, { from: number, body })).status).toBe(200);
};
const field = () => page.getByPlaceholder("Reply…");
const banner = () => page.locator("#consent-banner");
const states = () => page.locator(".bubble.out .bubble-status");
const details = () => page.getByRole("complementary", { name: "Details" });
const see = (text: string | RegExp) => page.getByText(text).first().waitFor();
const conversation = () =>
  app.reads.selectFrom("threads").selectAll().where("phone", "=", number).executeTakeFirstOrThrow();

async function answer(text: string): Promise<void> {
  clock.advance(minute);
  await field().fill(text);
  await field().press("Enter");
  await page.locator(".bubble.out[data-id]", { hasText: text }).waitFor();
  await eventually(
    () => field().inputValue(),
    (typed) => typed === "",
  );
}

test("starting a conversation requires a phone number", async () => {
  await page.goto("/messages");
  await page.getByRole("heading", { name: "Select a Conversation" }).waitFor();
  await see("No conversations.");
  await see("Select a thread or start a new message.");
  await page.getByRole("button", { name: "New" }).click();
  const dialog = page.getByRole("dialog", { name: "Start SMS" });
  const send = dialog.getByRole("button", { name: "Send" });
  expect(await send.isDisabled()).toBe(true);
  expect(await dialog.getByText("First message is queued until the patient replies YES.").count()).toBe(1);
  await expectAccessible(visitor, "Start SMS");
  await dialog.getByLabel("Patient mobile (10 digits or +1…)").fill("555-0142");
  await dialog.getByLabel("Patient ID (optional)").fill("40012");
  await dialog.getByLabel("Brightree DB (e.g. QHMS)").selectOption("QHMS");
  await dialog.getByLabel("Patient Name (optional)").fill("Zoë Nguyễn");
  const first = dialog.getByPlaceholder("First message… (will send after YES consent)");
  await first.fill("Hello Zoë, may we help with your setup visit?");
  await send.click();
  await dialog.getByText("Enter a 10-digit mobile number.").first().waitFor();
  expect(await first.inputValue()).toBe("Hello Zoë, may we help with your setup visit?");
  await dialog.getByLabel("Patient mobile (10 digits or +1…)").fill("(919) 555-0142");
  await page.route("**/messages/start", (route) => route.fulfill({ status: 404, body: "Nothing" }));
  await dialog.getByRole("button", { name: "Send" }).click();
  await dialog.getByText("Failed to start SMS").waitFor();
  await page.unroute("**/messages/start");
  await dialog.getByRole("button", { name: "Send" }).click();
  await page.locator(".chat").getByRole("heading", { name: "Zoë Nguyễn" }).waitFor();
  const head = page.locator("#chat-head .chips");
  expect(await head.innerText()).toMatch(/QHMS\s*\(919\) 555-0142/);
});

test("without consent, texts are held and the patient is asked for consent once", async () => {
  expect(await banner().innerText()).toBe(awaiting);
  await answer("It takes 45 minutes.");
  expect(await states().allInnerTexts()).toContain("Waiting for YES");
  await arrived(1);
  expect(sentBodies()[0]).toContain("Reply YES to agree, STOP to opt out, HELP for help.");
  await eventually(
    () => details().locator(".about-facts").first().innerText(),
    (facts) => facts.includes("Awaiting consent"),
  );
  await expectAccessible(visitor, "a conversation that is waiting for consent");
});

test("Shift+Enter starts a new line, and blank texts aren't sent", async () => {
  await field().fill("   ");
  await field().press("Enter");
  await field().fill("one");
  await field().press("Shift+Enter");
  await field().pressSequentially("two");
  expect(await field().inputValue()).toBe("one\ntwo");
  await field().fill("");
  const { id } = await conversation();
  const messages = await app.reads
    .selectFrom("messages")
    .select("body")
    .where("thread_id", "=", id)
    .execute();
  expect(messages).toHaveLength(3);
});

test("after YES, held texts are sent once and in order, and staff see them immediately", async () => {
  await says("Yes, please.");
  await arrived(3);
  expect(sentBodies().slice(1)).toEqual([
    "Hello Zoë, may we help with your setup visit?",
    "It takes 45 minutes.",
  ]);
  await page.locator(".bubble.in", { hasText: "Yes, please." }).waitFor();
  await banner().getByText(awaiting).waitFor({ state: "detached" });
  await details().getByText("Consented to SMS texts").waitFor();
  await details().getByText("Yes, please.").waitFor();
});

test("each message shows its latest delivery status, even if reports arrive out of order", async () => {
  for (const message of twilio.messages) {
    expect((await twilio.report(message, "delivered")).status).toBe(204);
    await twilio.report(message, "sent");
  }
  await states().getByText("Delivered").waitFor();
  const { id } = await conversation();
  const rows = await app.reads
    .selectFrom("messages")
    .select("status")
    .where("thread_id", "=", id)
    .where("direction", "=", "out")
    .execute();
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(["delivered"]));
});

test("a patient's reply appears automatically and marks the thread as unanswered", async () => {
  const long =
    "<b>Quick</b> question 🙂: can my daughter join us from Kraków on the same call, or won't that work?";
  await says(long);
  await page.locator(".bubble.in", { hasText: "daughter" }).waitFor();
  expect(await page.locator(".bubble.in b").count()).toBe(0);
  const row = page.locator(".thread.unanswered");
  await row.locator(".dot").waitFor();
  await row.locator(".thread-last", { hasText: "Quick" }).waitFor();
  expect(await row.locator(".thread-last").innerText()).toBe(`${Array.from(long).slice(0, 70).join("")}…`);
  expect(await page.getByRole("link", { name: /All Chats/ }).innerText()).toMatch(/1$/);
  await answer("Yes, she can use the same link.");
  await arrived(4);
  await page.locator(".thread:not(.unanswered)").waitFor();
  expect(await page.getByRole("link", { name: /All Chats/ }).innerText()).toMatch(/0$/);
});

test("a sent text is shown as queued before the server responds", async () => {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const sendings = "**/messages/*";
  await page.route(sendings, async (route) => {
    if (route.request().method() === "POST") await gate;
    await route.continue();
  });
  await field().fill("Bring your card.");
  await field().press("Enter");
  const bubble = page.locator(".bubble.out.queued", { hasText: "Bring your card." });
  await bubble.getByText("Queued").waitFor();
  letGo();
  await page.locator(".bubble.out[data-id]", { hasText: "Bring your card." }).waitFor();
  await bubble.waitFor({ state: "detached" });
  await page.unroute(sendings);
  await arrived(5);
});

test("a late response doesn't replace a newer one", async () => {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let isHeld = false;
  const pattern = "**/messages/*";
  const lateResponse = new Promise<void>((delivered) =>
    page.route(pattern, async (route) => {
      if (isHeld || !route.request().headers()["x-background"]) return route.continue();
      isHeld = true;
      const response = await route.fetch();
      await gate;
      await route.fulfill({ response });
      delivered();
    }),
  );
  await says("One more thing.");
  await eventually(
    () => isHeld,
    (held) => held,
  );
  await says("No, it is fine.");
  const newest = page.locator(".bubble.in", { hasText: "it is fine" });
  await newest.waitFor();
  letGo();
  await lateResponse;
  // A later message is shown after the late response.
  await says("See you then.");
  await page.locator(".bubble.in", { hasText: "See you then." }).waitFor();
  expect(await newest.count()).toBe(1);
  await page.unroute(pattern);
});

test("if messages arrive while staff are typing, the text isn't sent and the messages are shown", async () => {
  const other = await signedIn(desktop);
  // This simulates a connection so slow that updates don't arrive in time.
  await other.page.route(/api\/sms\/(stream|messages|threads)/, (route) => route.abort());
  await other.page.goto(`/messages/${(await conversation()).id}`);
  await other.page.getByPlaceholder("Reply…").fill("See you on Tuesday.");
  await says("Sorry, Tuesday won't work.");
  await other.page.getByPlaceholder("Reply…").press("Enter");
  const problem = other.page.locator("#composer-problem");
  await problem
    .getByText("A new message arrived while you were writing. Read it, then press Send again.")
    .waitFor();
  await problem.getByText("Patient: Sorry, Tuesday won't work.").waitFor();
  expect(await other.page.getByPlaceholder("Reply…").inputValue()).toBe("See you on Tuesday.");
  expect(sentBodies()).not.toContain("See you on Tuesday.");
  await other.page.locator(".bubble.in", { hasText: "won't work" }).waitFor();
  await other.page.getByPlaceholder("Reply…").fill("Then Wednesday?");
  await other.page.getByPlaceholder("Reply…").press("Enter");
  await arrived(6);
  expect(sentBodies().at(-1)).toBe("Then Wednesday?");
  await page.locator(".bubble.out", { hasText: "Then Wednesday?" }).waitFor();
  await other.context.close();
});

test("a failed text shows the reason and can be sent again", async () => {
  twilio.play(() => ({ error: { status: 400, code: 21614 } }));
  await answer("Is 10 o'clock fine?");
  const bubble = page.locator(".bubble.out", { hasText: "10 o'clock" });
  await bubble.getByText("Not delivered: This is not a mobile number.").waitFor();
  await expectAccessible(visitor, "a conversation with a failed text");
  twilio.play(() => undefined);
  await bubble.getByRole("button", { name: "Resend" }).click();
  await arrived(7);
  await bubble.getByRole("button", { name: "Resend" }).waitFor({ state: "detached" });
});

test("after STOP, nothing is sent and the thread explains why, and START allows texts again", async () => {
  await says("STOP");
  await banner()
    .getByText(/Opted out of texts by text message on .*You can't text this patient/)
    .waitFor();
  await expectAccessible(visitor, "a conversation after STOP");
  await field().fill("One more thing");
  await field().press("Enter");
  const problem = page.locator("#composer-problem");
  await problem
    .getByText(
      "This patient has opted out of texts (STOP). They can text YES or START if they want to hear from you again.",
    )
    .waitFor();
  expect(await field().inputValue()).toBe("One more thing");
  await details().getByText("Opted out of texts").waitFor();
  await says("START");
  await banner()
    .getByText(/Opted out of texts/)
    .waitFor({ state: "detached" });
  await field().press("Enter");
  await arrived(8);
  expect(sentBodies().at(-1)).toBe("One more thing");
});

test("a conversation is starred with a color and unstarred", async () => {
  const star = page.locator(".thread > .star");
  await star.click();
  const picker = page.locator(".star-picker");
  expect((await picker.innerText()).match(/[a-z]+/g)).toEqual([
    "yellow",
    "red",
    "blue",
    "green",
    "purple",
    "clear",
  ]);
  await expectAccessible(visitor, "the colors of a star");
  await picker.getByRole("button", { name: "blue" }).click();
  await page.getByRole("button", { name: "Star color for Zoë Nguyễn: blue" }).waitFor();
  // A live update can change the star before the response closes the picker.
  await picker.waitFor({ state: "detached" });
  expect(await page.getByRole("link", { name: /Starred/ }).innerText()).toMatch(/1$/);
  await star.click();
  await picker.getByRole("button", { name: "clear" }).click();
  await page.getByRole("button", { name: "Star color for Zoë Nguyễn: none" }).waitFor();
});

test("tags are added, and clicking a tag removes it", async () => {
  const prompt = details().getByPlaceholder("Add tag…");
  await details().getByText("+ Add tag").click();
  await prompt.press("Enter");
  await prompt.waitFor({ state: "hidden" });
  expect(await details().locator(".chip").count()).toBe(0);
  for (const tag of ["Spanish", "call first"]) {
    await details().getByText("+ Add tag").click();
    await prompt.fill(tag);
    await prompt.press("Enter");
    await details()
      .getByRole("button", { name: `Remove the tag ${tag}` })
      .waitFor();
  }
  expect(await details().locator(".chip").allInnerTexts()).toEqual(["call first", "Spanish"]);
  await details().getByRole("button", { name: "Remove the tag Spanish" }).click();
  await details().getByRole("button", { name: "Remove the tag Spanish" }).waitFor({ state: "detached" });
});

test("shared notes are saved", async () => {
  await details().getByLabel("Shared Notes").fill("Prefers evenings → after 5");
  await details().getByRole("button", { name: "Save" }).click();
  await see("Notes saved");
  expect((await conversation()).notes).toBe("Prefers evenings → after 5");
});

test("notes saved by another user are shown next to unsaved notes", async () => {
  const notes = details().getByLabel("Shared Notes");
  await notes.fill("Prefers mornings");
  await app.db.updateTable("threads").set({ notes: "Has moved" }).where("phone", "=", number).execute();
  await details().getByRole("button", { name: "Save" }).click();
  await details().getByRole("alert").getByText("Has moved").waitFor();
  expect(await notes.inputValue()).toBe("Prefers mornings");
  expect((await conversation()).notes).toBe("Has moved");
  await notes.fill("Has moved, prefers mornings");
  await details().getByRole("button", { name: "Save" }).click();
  await details().getByRole("alert").waitFor({ state: "detached" });
  expect((await conversation()).notes).toBe("Has moved, prefers mornings");

  // Another user's notes appear immediately if there is no unsaved text.
  await app.db
    .updateTable("threads")
    .set({ notes: "Prefers evenings → after 5" })
    .where("phone", "=", number)
    .execute();
  await expect.poll(() => notes.inputValue(), { timeout: 15_000 }).toBe("Prefers evenings → after 5");
});

test("a thread is assigned to a user and unassigned", async () => {
  await details().getByText("+ Assign").click();
  const choice = details().getByLabel("Select user…");
  expect(await choice.locator("option").allInnerTexts()).toEqual([
    "Select user…",
    "Priya Natarajan",
    "Samuel Ridley",
  ]);
  await details().getByRole("button", { name: "Cancel" }).click();
  await choice.waitFor({ state: "hidden" });
  await details().getByText("+ Assign").click();
  await choice.selectOption("Samuel Ridley");
  await details().getByRole("button", { name: "Assign", exact: true }).click();
  await details().getByRole("button", { name: "unassign" }).waitFor();
  await eventually(
    () => page.getByRole("link", { name: /Assigned to you/ }).innerText(),
    (label) => /1$/.test(label),
  );
  await page.getByRole("link", { name: /Assigned to you/ }).click();
  await page.waitForURL(/[?&]folder=/);
  await page.locator(".thread").getByText("Zoë Nguyễn").click();
  await details().getByRole("button", { name: "unassign" }).click();
  await details().getByText("+ Assign").waitFor();
  await see("No conversations.");
});

test("the list is filtered and searched", async () => {
  await page.getByRole("link", { name: /All Chats/ }).click();
  await page.waitForURL((at) => !at.searchParams.has("folder"));
  await page.locator(".thread").waitFor();
  await page.getByRole("link", { name: "Waiting for YES" }).click();
  await see("No conversations.");
  await page.getByRole("link", { name: "Waiting for YES" }).click();
  await page.locator(".thread").waitFor();
  for (const q of ["nguyen", "919.555.0142", "Kraków"]) {
    await page.getByPlaceholder("Name, DOB, mobile phone").fill(q);
    await page.getByPlaceholder("Name, DOB, mobile phone").press("Enter");
    await page.waitForURL(new RegExp(`[?&]q=${encodeURIComponent(q)}`));
    await page.locator(".thread", { hasText: "Zoë Nguyễn" }).waitFor();
  }
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/[?&]q=unknown/, async (route) => {
    await gate;
    await route.continue();
  });
  await page.getByPlaceholder("Name, DOB, mobile phone").fill("unknown");
  await page.getByPlaceholder("Name, DOB, mobile phone").press("Enter");
  await see("Loading…");
  letGo();
  await see("No conversations.");
});

test("the conversation is exported as a PDF with held messages marked", async () => {
  await page.goto(`/messages/${(await conversation()).id}`);
  await page.getByRole("button", { name: "Export" }).click();
  const dialog = page.getByRole("dialog", { name: "Export Conversation" });
  const all = dialog.getByLabel("Export all messages");
  expect(await all.isChecked()).toBe(true);
  expect(await dialog.getByLabel("Include Shared Notes").isChecked()).toBe(false);
  const days = [dialog.getByLabel("Start date"), dialog.getByLabel("End date")];
  for (const day of days) expect(await day.isDisabled()).toBe(true);
  await all.uncheck();
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" });
  const { created_at: began } = await conversation();
  expect(await days[0]?.inputValue()).toBe(today.format(began));
  expect(await days[1]?.inputValue()).toBe(today.format(clock.now()));
  await expectAccessible(visitor, "Export Conversation");
  await all.check();
  for (const day of days) expect(await day.isDisabled()).toBe(true);
  await dialog.getByLabel("Include Shared Notes").check();
  const opened = visitor.context.waitForEvent("request", (request) => request.url().includes("export.pdf"));
  await dialog.getByRole("button", { name: "Generate PDF" }).click();
  const { pathname, search } = new URL((await opened).url());
  await dialog.waitFor({ state: "detached" });
  const response = await fetch(`${url}${pathname}${search}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const [text = ""] = textOfPages(Buffer.from(await response.arrayBuffer()));
  for (const part of [
    "Zoë Nguyễn",
    "Patient: Yes, please.",
    "Staff: It takes 45 minutes. [held pending consent — released ",
    "Patient: STOP",
    "Patient: START",
    "Shared Notes",
    "Prefers evenings → after 5",
  ]) {
    expect(text).toContain(part);
  }
});

test("on a phone, the three columns are three screens, and the second and third have a Back link", async () => {
  const onPhone = await signedIn(phone);
  const small = onPhone.page;
  await small.goto("/messages");
  await small.locator(".thread-link").waitFor();
  await expectAccessible(onPhone, "the list on a phone");
  await small.locator(".thread-link").click();
  await small.getByPlaceholder("Reply…").waitFor();
  expect(await small.locator(".thread-link").isVisible()).toBe(false);
  await expectAccessible(onPhone, "the conversation on a phone");
  await small.getByRole("link", { name: "Details" }).click();
  await small.getByLabel("Shared Notes").waitFor();
  expect(await small.getByPlaceholder("Reply…").isVisible()).toBe(false);
  await expectAccessible(onPhone, "the details on a phone");
  await small.getByRole("link", { name: "Back" }).locator("visible=true").click();
  await small.getByPlaceholder("Reply…").waitFor();
  await small.getByRole("link", { name: "Back" }).locator("visible=true").click();
  await small.locator(".thread-link").waitFor();
  await small.goBack();
  await small.getByPlaceholder("Reply…").waitFor();
  expectNoProblems(onPhone);
});
