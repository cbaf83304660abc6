import { beforeAll, beforeEach, expect, test } from "vitest";
import { addDays, day, localDate, startOfDay, weekdayOf } from "~/core/time";
import { staffZone } from "~/core/zones/staff-zone";
import { endDueSnoozes } from "~/inbox/conversations/end-due-snoozes.server";
import { auditLogOf } from "../support/acts";
import { Client } from "../support/client";
import { seedConversation, seedMessage } from "../support/inbox-actions";
import { PlainPage } from "../support/plain-page";
import { seedDatabase, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer();
const supervisor = new Client(url);
const colleague = new Client(url);

beforeAll(() => seedDatabase(app));
// The tests move the clock, which ends sessions.
beforeEach(signIn);

async function signIn(): Promise<void> {
  for (const client of [supervisor, colleague]) {
    await signInStaff(app, client, (await seedUser(app, ["supervisor"])).id);
  }
}

async function waiting(name: string): Promise<number> {
  const { id } = await seedConversation(app, { patient_name: name });
  await seedMessage(app, id, "Can I call you next week?", { created_at: clock.now() });
  return id;
}

const unanswered = async () => (await PlainPage.open(colleague, "/messages?filter=unanswered")).text;
const tomorrow = () => addDays(localDate(clock.now(), staffZone), 1);

test("a snoozed conversation leaves Unanswered for everyone, says until when, and comes back on its day", async () => {
  const id = await waiting("Sofia Snoozed");
  const page = await PlainPage.open(supervisor, `/messages/${id}`);
  expect((await page.press("Until tomorrow")).text).toContain("Snoozed until");
  expect(await unanswered()).not.toContain("Sofia Snoozed");
  const all = await PlainPage.open(colleague, "/messages?filter=snoozed");
  expect(all.text).toMatch(/Sofia Snoozed.*Snoozed until/);
  clock.set(startOfDay(tomorrow(), staffZone) - 1);
  await signIn();
  await endDueSnoozes(app);
  expect(await unanswered()).not.toContain("Sofia Snoozed");
  clock.set(clock.now() + 1);
  await endDueSnoozes(app);
  expect(await unanswered()).toContain("Sofia Snoozed");
  const [entry] = await auditLogOf(app, { action: "thread.snoozed" });
  expect(entry).toMatchObject({ subject: `thread ${id}` });
});

test("a snoozed conversation comes back when the patient writes", async () => {
  const id = await waiting("Wanda Writes");
  const page = await PlainPage.open(supervisor, `/messages/${id}`);
  await page.press("Snooze until then", { day: addDays(tomorrow(), 5) });
  expect(await unanswered()).not.toContain("Wanda Writes");
  const { phone } = await app.db
    .selectFrom("threads")
    .select("phone")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const admin = new Client(url);
  await signInStaff(app, admin, (await seedUser(app, ["admin"])).id);
  await admin.post("/api/admin/outbox/reply", { from: phone, body: "I have a question about my mask." });
  expect(await unanswered()).toContain("Wanda Writes");
});

test("staff can end a snooze", async () => {
  const id = await waiting("Enid Early");
  const snoozed = await (await PlainPage.open(supervisor, `/messages/${id}`)).press("Until tomorrow");
  await snoozed.press("End snooze");
  expect(await unanswered()).toContain("Enid Early");
  expect(await auditLogOf(app, { action: "thread.snooze-ended" })).toHaveLength(1);
});

test("a conversation can be snoozed until Monday", async () => {
  const wednesday = 3;
  while (weekdayOf(localDate(clock.now(), staffZone)) !== wednesday) clock.set(clock.now() + day);
  await signIn();
  const id = await waiting("Mona Monday");
  await (await PlainPage.open(supervisor, `/messages/${id}`)).press("Until Monday");
  const { snoozed_until: until } = await app.db
    .selectFrom("threads")
    .select("snoozed_until")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(until).toBe(startOfDay(addDays(localDate(clock.now(), staffZone), 5), staffZone));
});

test("in the Unanswered list, Snooze opens the next conversation", async () => {
  const first = await waiting("Fay First");
  clock.set(clock.now() + 1);
  const second = await waiting("Sam Second");
  const page = await PlainPage.open(supervisor, `/messages/${first}?filter=unanswered`);
  const next = await page.press("Until tomorrow");
  expect(next.address).toBe(`/messages/${second}?filter=unanswered`);
});

test("a day that isn't after today is refused in words", async () => {
  const id = await waiting("Paul Past");
  const past = localDate(clock.now() - day, staffZone);
  const refused = await supervisor.submit(`/messages/${id}/snooze`, { day: past });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("Choose a day after today and within a year.");
});

test("Snooze and Done say what happened, and their Undo puts the conversation back", async () => {
  const id = await waiting("Una Undo");
  const list = `/messages/${id}?filter=unanswered`;
  const snoozed = await (await PlainPage.open(supervisor, list)).press("Until tomorrow");
  expect(snoozed.text).toMatch(/Snoozed until \w{3}, \w{3} \d+ Undo/);
  expect(await unanswered()).not.toContain("Una Undo");
  const back = await snoozed.press("Undo");
  expect(back.address, "the list stays").toContain("filter=unanswered");
  expect(await unanswered()).toContain("Una Undo");
  const done = await (await PlainPage.open(supervisor, list)).press("Done");
  expect(done.text).toContain("Marked as done Undo");
  expect(await unanswered()).not.toContain("Una Undo");
  await done.press("Undo");
  expect(await unanswered()).toContain("Una Undo");
});
