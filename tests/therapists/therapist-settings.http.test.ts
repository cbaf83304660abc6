import { expect, test } from "vitest";
import { listOtherLinks } from "~/classes/replace-meeting-links.server";
import { day, hour, iso, localDate } from "~/core/time";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedOrder, seedSlots, seedTherapist, seedUser, seedVisit, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
const asAdmin = new Client(url);
await signInStaff(app, asAdmin, (await seedUser(app, ["admin"])).id);

const old = "https://meet.example/old";
const own = "https://meet.example/own";
const recordOf = async (id: number) =>
  (await asAdmin.get("/api/therapists")).json.find((therapist: { id: number }) => therapist.id === id);
const visitOf = (id: number) =>
  app.reads.selectFrom("visits").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const confirmed = async (therapist: { id: number }, start: number, link: string) =>
  seedVisit(app, {
    order_id: (await seedOrder(app)).id,
    therapist_id: therapist.id,
    start_at: start,
    status: "confirmed",
    confirmed_at: app.clock.now(),
    meeting_link: link,
  });
// 12:30 AM in New York, which is still the previous day in Chicago.
const night = Date.parse(`${localDate(app.clock.now() + 10 * day, "America/New_York")}T04:30:00Z`);

test("an admin changes therapist settings, and the audit log records old and new values", async () => {
  const { id, version } = await seedTherapist(app, { zoom_link: old });
  const page = await asAdmin.get(`/therapists/${id}/edit`);
  expect(page.text).toContain("Booked visits and free slots keep their time");
  const saved = await asAdmin.submit(`/therapists/${id}/edit`, {
    act: "save",
    version: String(version),
    phone: "(919) 555-0188",
    office_number: "12",
    region: "Illinois",
    timezone: "CST",
    zoom_link: "https://meet.example/new",
    daily_capacity: "9",
  });
  expect([saved.status, saved.location], saved.text).toEqual([303, `/therapists/${id}/edit`]);
  expect(await recordOf(id)).toMatchObject({
    phone: "+19195550188",
    office_number: "12",
    region: "IL",
    timezone: "CST",
    zoom_link: "https://meet.example/new",
    daily_capacity: 9,
    version: version + 1,
  });
  const entry = await app.reads
    .selectFrom("audit_log")
    .selectAll()
    .where("subject", "=", `therapist ${id}`)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  expect(entry.action).toBe("therapist.changed");
  expect(JSON.parse(entry.details ?? "")).toMatchObject({
    timezone: ["EST", "CST"],
    zoom_link: [old, "https://meet.example/new"],
  });
});

test("changing the time zone keeps the times of visits and slots and updates their local days", async () => {
  const therapist = await seedTherapist(app);
  const visit = await confirmed(therapist, night, old);
  await seedSlots(app, therapist, [night + hour, night + 3 * day]);
  const removed = await asAdmin.delete("/api/availability", {
    therapist: therapist.name,
    datetime: iso(night + 3 * day),
  });
  expect(removed.status, removed.text).toBe(200);
  expect(
    (await asAdmin.patch(`/api/admin/therapists/${therapist.id}`, { timezone: "America/Chicago" })).status,
  ).toBe(200);
  const after = await visitOf(visit.id);
  expect(after).toEqual({
    ...visit,
    brightree_db: "QHMS",
    kind_id: 1,
    local_date: localDate(night, "America/Chicago"),
  });
  expect(after.local_date < visit.local_date).toBe(true);
  const slots = await app.reads
    .selectFrom("slots")
    .select(["start_at", "local_date"])
    .where("therapist_id", "=", therapist.id)
    .execute();
  expect(slots).toEqual([{ start_at: night + hour, local_date: localDate(night + hour, "America/Chicago") }]);
  const removedSlots = await app.reads
    .selectFrom("slots_removed")
    .innerJoin("slot_batches", "slot_batches.id", "slots_removed.batch_id")
    .select("local_date")
    .where("therapist_id", "=", therapist.id)
    .execute();
  expect(removedSlots).toEqual([{ local_date: localDate(night + 3 * day, "America/Chicago") }]);
});

test("confirmed visits keep their link until the new one is sent, and custom links are kept", async () => {
  const therapist = await seedTherapist(app, { zoom_link: old });
  const visit = await confirmed(therapist, night, old);
  const other = await confirmed(therapist, night + day, own);
  await confirmed(therapist, app.clock.now() - day, old);
  const edit = `/therapists/${therapist.id}/edit`;
  expect(
    (await asAdmin.patch(`/api/admin/therapists/${therapist.id}`, { zoom_link: "https://meet.example/new" }))
      .status,
  ).toBe(200);
  expect((await visitOf(visit.id)).meeting_link).toBe(old);
  expect((await asAdmin.get(edit)).text).toContain("Send 1 patient the new link");
  const links = `/api/admin/therapists/${therapist.id}/other-links`;
  expect((await asAdmin.get(links)).json).toEqual([
    { link: old, visits: 1 },
    { link: own, visits: 1 },
  ]);
  for (const count of ["1", "0"]) {
    const sent = await asAdmin.submit(edit, { act: "send-link", instead_of: old });
    expect(sent.status, sent.text).toBe(303);
    expect((await asAdmin.get(edit)).text).toContain(`Visits updated with the new link: ${count}.`);
  }
  expect(await visitOf(visit.id)).toMatchObject({
    meeting_link: "https://meet.example/new",
    status: "confirmed",
    start_at: night,
    sequence: visit.sequence + 1,
  });
  expect((await visitOf(other.id)).meeting_link).toBe(own);
  expect((await asAdmin.get(links)).json).toEqual([{ link: own, visits: 1 }]);
  const emails = await app.reads
    .selectFrom("outbox")
    .select(["body_sealed", "calendar"])
    .where("visit_id", "=", visit.id)
    .where("kind", "=", "visit-link")
    .where("channel", "=", "email")
    .execute();
  // One email to the patient and one to the therapist.
  expect(emails).toHaveLength(2);
  for (const { body_sealed: body, calendar } of emails) {
    expect(app.secrets.open(body)).toContain("https://meet.example/new");
    expect(calendar).toContain("METHOD:REQUEST");
    expect(calendar).toContain(`SEQUENCE:${visit.sequence + 1}`);
  }
  const otherLinks = await listOtherLinks(app.reads, await recordOf(therapist.id), app.clock.now());
  expect(otherLinks).toEqual([{ link: own, visits: 1 }]);
});

test("the second of two simultaneous changes is refused and shows the saved values", async () => {
  const { id, version } = await seedTherapist(app);
  await asAdmin.patch(`/api/admin/therapists/${id}`, { daily_capacity: 3, version });
  const outdated = await asAdmin.submit(`/therapists/${id}/edit`, {
    act: "save",
    version: String(version),
    phone: "",
    office_number: "",
    region: "NC",
    timezone: "EST",
    zoom_link: "",
    daily_capacity: "8",
  });
  expect(outdated.status).toBe(409);
  expect(outdated.text).toContain("Another user changed this therapist.");
  expect(outdated.text).toContain("Visits per day: 3");
  expect(outdated.text).toContain('value="8"');
  expect((await recordOf(id)).daily_capacity).toBe(3);
});

test("invalid settings are refused, and unchanged settings aren't saved again", async () => {
  const { id, version } = await seedTherapist(app);
  const path = `/api/admin/therapists/${id}`;
  const invalid = {
    region: "Bavaria",
    timezone: "Mars/Olympus",
    zoom_link: "javascript:alert(1)",
    daily_capacity: 0,
    phone: "12",
  };
  for (const [field, value] of Object.entries(invalid)) {
    const reply = await asAdmin.patch(path, { [field]: value });
    expect([reply.status, ...Object.keys(reply.json.fields)]).toEqual([422, field]);
  }
  expect((await asAdmin.patch(path, { region: "NC", timezone: "EST" })).json.version).toBe(version);
  expect((await asAdmin.patch("/api/admin/therapists/99999", { region: "NC" })).status).toBe(404);
});

test("supervisors can see but not change therapist settings", async () => {
  const { id } = await seedTherapist(app);
  const supervisor = new Client(url);
  await signInStaff(app, supervisor, (await seedUser(app, ["supervisor"])).id);
  expect((await supervisor.get(`/therapists/${id}`)).text).toContain(
    "Only an admin can change the gray fields.",
  );
  expect((await supervisor.patch(`/api/admin/therapists/${id}`, { region: "TX" })).status).toBe(403);
  expect((await asAdmin.get(`/therapists/${id}`)).text).toContain(`href="/therapists/${id}/edit"`);
});

test("a refused save shows which saved values are different", async () => {
  const { id, version } = await seedTherapist(app, { phone: "+19195550188", zoom_link: old });
  const typed = {
    act: "save",
    version: String(version),
    phone: "(919) 555-0188",
    office_number: "",
    region: "NC",
    timezone: "EST",
    zoom_link: old,
    daily_capacity: "6",
  };
  expect((await asAdmin.submit(`/therapists/${id}/edit`, { ...typed, daily_capacity: "9" })).status).toBe(
    303,
  );
  const refused = await asAdmin.submit(`/therapists/${id}/edit`, typed);
  expect(refused.status).toBe(409);
  const page = new PlainPage(asAdmin, `/therapists/${id}/edit`, refused);
  expect(page.text).toContain("Saving again will replace them:");
  expect(page.lists).toContainEqual(["Visits per day: 9"]);
});

test("the API sends a new link once, and only for this therapist's visits", async () => {
  const therapist = await seedTherapist(app, { zoom_link: old });
  const visit = await confirmed(therapist, night, old);
  const path = `/api/admin/therapists/${therapist.id}/other-links`;
  const without = await seedTherapist(app, { zoom_link: null });
  expect(
    (await asAdmin.post(`/api/admin/therapists/${without.id}/other-links`, { instead_of: old })).status,
  ).toBe(422);
  await asAdmin.patch(`/api/admin/therapists/${therapist.id}`, { zoom_link: "https://meet.example/api" });
  const othersVisit = await confirmed(await seedTherapist(app, { zoom_link: own }), night, old);
  for (const visits of [1, 0]) {
    const sent = await asAdmin.post(path, { instead_of: old });
    expect([sent.status, sent.json]).toEqual([200, { success: true, visits }]);
  }
  expect((await visitOf(visit.id)).meeting_link).toBe("https://meet.example/api");
  expect((await visitOf(othersVisit.id)).meeting_link).toBe(old);
  expect((await asAdmin.post("/api/admin/therapists/999999/other-links", { instead_of: old })).status).toBe(
    404,
  );
});
