import { expect, test } from "vitest";
import { day, hour } from "~/core/time";
import { aVisit } from "../support/clinic";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedSlots, seedTherapist, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const { app } = server;
const { therapist } = await seedClinic(app);
const colleague = await seedTherapist(app, { name: "Dana Reyes" });
const supervisor = await staffClient(server, "supervisor");
const at = app.clock.now() + day;
const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, " ")
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, " ");

test("reassigning visits suggests a therapist and time for each one, and the result page shows each outcome", async () => {
  await seedSlots(app, colleague, [at, at + hour]);
  const first = await aVisit(app, therapist, at, { status: "confirmed", confirmed_at: 1 });
  const second = await aVisit(app, therapist, at + hour);
  const path = `/visits/bulk?act=reassign&visit=${first.id}&visit=${second.id}`;
  const page = await supervisor.get(path);
  expect(textOf(page.text)).toContain("Reassign 2 visits");
  const slots = [...page.text.matchAll(/<option value="([\d-]+)" selected/g)].map(([, slot = ""]) => slot);
  expect(slots).toEqual([
    `${first.id}-${first.version}-${colleague.id}-${at}`,
    `${second.id}-${second.version}-${colleague.id}-${at + hour}`,
  ]);
  await aVisit(app, colleague, at + hour);
  const reply = await supervisor.send(path, {
    method: "POST",
    body: new URLSearchParams([["act", "reassign"], ...slots.map((slot) => ["slot", slot])]).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  expect([reply.status, reply.location]).toEqual([303, expect.stringMatching(/^\/visits\/bulk\/\d+$/)]);
  const result = await supervisor.get(reply.location ?? "");
  const text = textOf(result.text);
  expect(text).toContain("1 reassigned, 1 couldn't be reassigned.");
  expect(text).toContain("Not done Dana Reyes has another visit at that time.");
  expect(text).toContain("Retry 1 visit");
  expect(result.text).toContain(`/visits/bulk?act=reassign&amp;visit=${second.id}`);
  const undone = await supervisor.submit(reply.location ?? "", { act: "undo" });
  expect(undone.location).toBe(reply.location);
  expect(textOf((await supervisor.get(undone.location ?? "")).text)).toContain(
    "1 couldn't be reassigned, 1 moved back.",
  );
  const other = await staffClient(server, "supervisor");
  expect((await other.get(reply.location ?? "")).status).toBe(404);
});

test("every page of a bulk change links back to the filtered worklist", async () => {
  const visit = await aVisit(app, therapist, at + 9 * hour);
  const back = "/calendars?tab=worklist&region=NC";
  const address = `/visits/bulk?${new URLSearchParams([
    ["act", "confirm"],
    ["visit", String(visit.id)],
    ["back", back],
  ])}`;
  const page = await PlainPage.open(supervisor, address);
  expect(page.links("Back to the worklist")).toEqual([back]);
  expect(page.text).toContain(`Meeting link for ${therapist.name}`);
  const result = await page.press("Confirm 1 visit", { meeting_link: "https://meet.example/nc" });
  expect(result.links("Back to the worklist")).toEqual([back]);
  const withForeignBack = await PlainPage.open(
    supervisor,
    address.replace(/back=.*/, "back=https://evil.example/"),
  );
  expect(withForeignBack.links("Back to the worklist")).toEqual(["/calendars?tab=worklist"]);
});

test("the result of a reassignment also lists the visits that didn't change", async () => {
  const start = at + 7 * hour;
  await seedSlots(app, colleague, [start]);
  const moved = await aVisit(app, therapist, start);
  const kept = await aVisit(app, therapist, start + hour);
  const slots = [`${moved.id}-${moved.version}-${colleague.id}-${start}`, `${kept.id}-${kept.version}`];
  const reply = await supervisor.send("/visits/bulk", {
    method: "POST",
    body: new URLSearchParams([["act", "reassign"], ...slots.map((slot) => ["slot", slot])]).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  const text = textOf((await supervisor.get(reply.location ?? "")).text);
  expect(text).toContain("1 reassigned, 1 unchanged.");
  expect(text).toContain("No new time was chosen.");
});

test("an unfinished change shows its progress and continues", async () => {
  const visits = [await aVisit(app, therapist, at + 3 * hour), await aVisit(app, therapist, at + 4 * hour)];
  const user = await app.db.selectFrom("users").select("id").orderBy("id").executeTakeFirstOrThrow();
  const { id } = await app.db
    .insertInto("bulk_changes")
    .values({ act: "cancel", user_id: user.id, created_at: app.clock.now() })
    .returning("id")
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto("bulk_change_visits")
    .values(
      visits.map(({ id: visit_id, version }, position) => ({ change_id: id, visit_id, version, position })),
    )
    .execute();
  const page = await supervisor.get(`/visits/bulk/${id}`);
  expect(textOf(page.text)).toContain("0 of 2 visits done");
  expect(textOf(page.text)).toContain("Continue with the other 2");
  await supervisor.submit(`/visits/bulk/${id}`, { act: "continue" });
  expect(textOf((await supervisor.get(`/visits/bulk/${id}`)).text)).toContain("2 canceled.");
});

test("a reassignment without a chosen time shows an error on the same page", async () => {
  const visit = await aVisit(app, therapist, at + 6 * hour);
  const reply = await supervisor.submit(`/visits/bulk?act=reassign&visit=${visit.id}`, {
    act: "reassign",
    slot: `${visit.id}-${visit.version}`,
  });
  expect(reply.status).toBe(422);
  expect(textOf(reply.text)).toContain("Choose a new time for at least one visit.");
  expect(reply.text).toContain("New therapist and time");
});
