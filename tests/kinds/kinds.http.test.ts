import { expect, test } from "vitest";
import { hour, iso, minute } from "~/core/time";
import { Client } from "../support/client";
import { outboxOf } from "../support/http-actions";
import { PlainPage } from "../support/plain-page";
import {
  morningStarts,
  seedOrder,
  seedSlots,
  seedTherapist,
  signInPatient,
  staffClient,
} from "../support/seed";
import { startServer } from "../support/server";

const branchPlace = {
  name: "Main Branch",
  address: "12 Oak Street, Peoria, IL 61602",
  timezone: "America/Chicago",
  phone: "+13095550188",
  directions: "Use the side door.",
  directions_es: "Use la puerta lateral.",
  latitude: 40.69,
  longitude: -89.59,
  rooms: 1,
};

async function aServer() {
  const { app, url } = await startServer();
  const therapist = await seedTherapist(app, { name: "Dana Reyes" });
  const starts = morningStarts(app);
  await seedSlots(app, therapist, starts);
  const admin = await staffClient({ app, url }, "admin");
  const order = await seedOrder(app);
  const patient = new Client(url);
  await signInPatient(app, patient, order.id);
  return { app, url, therapist, starts, admin, order, patient };
}

type Server = Awaited<ReturnType<typeof aServer>>;

async function addBranch({ admin }: Pick<Server, "admin">, fields: object = {}) {
  const place = await admin.post("/api/places", branchPlace);
  expect(place.status).toBe(201);
  const kind = await admin.post("/api/kinds", {
    name: "Setup at the branch",
    name_es: "Configuración en la sucursal",
    mode: "branch",
    length: 60,
    buffer_after: 15,
    place: place.json.id,
    ...fields,
  });
  expect(kind.status).toBe(201);
  return kind.json as { id: number; version: number };
}

test("a company begins with one kind, and an admin adds, changes, and retires others", async () => {
  const { admin, app } = await aServer();
  const [first] = (await admin.get("/api/kinds")).json;
  expect(first).toMatchObject({
    name: "Setup by video",
    mode: "video",
    length: 45,
    buffer_before: 0,
    seats: 1,
    is_default: true,
    active: true,
    therapists: [],
    booked_by: "everyone",
  });
  const kind = await addBranch({ admin });
  const changed = await admin.patch(`/api/kinds/${kind.id}`, { length: 90, version: kind.version });
  expect(changed.json).toMatchObject({ length: 90, buffer_after: 15, name: "Setup at the branch" });
  const stale = await admin.patch(`/api/kinds/${kind.id}`, { length: 30, version: kind.version });
  expect([stale.status, stale.json.error]).toEqual([409, expect.stringContaining("Someone else changed")]);
  const retired = await admin.patch(`/api/kinds/${kind.id}`, { active: false });
  expect(retired.json.active).toBe(false);
  const kept = await admin.patch(`/api/kinds/${first.id}`, { active: false });
  expect([kept.status, kept.json.error]).toEqual([422, expect.stringContaining("default kind")]);
  const actions = await app.db
    .selectFrom("audit_log")
    .select("action")
    .where("action", "like", "kind.%")
    .execute();
  expect(actions.map(({ action }) => action)).toEqual(["kind.added", "kind.changed", "kind.changed"]);
});

test.each([
  [{ length: 47 }, "steps of 5"],
  [{ length: 300 }, "5 to 240"],
  [{ buffer_before: 121 }, "0 to 120"],
  [{ place: null }, "Choose the place"],
  [{ mode: "class", seats: 1 }, "2 to 50 seats"],
  [{ seats: 3 }, "Only a class"],
  [{ therapists: [9999] }, "therapists of this company"],
  [{ link_template: "http://meet.example/{random}" }, "https://meet.example.org/{random}"],
  [{ name: "Setup by video" }, "already has this name"],
])("a kind with %o is refused", async (fields, words) => {
  const { admin } = await aServer();
  const place = await admin.post("/api/places", branchPlace);
  const reply = await admin.post("/api/kinds", {
    name: "Branch",
    name_es: "Sucursal",
    mode: "branch",
    length: 60,
    place: place.json.id,
    ...fields,
  });
  expect([reply.status, reply.json.error]).toEqual([422, expect.stringContaining(words)]);
});

test("a patient chooses between kinds, books a visit at a branch, and reads where to go", async () => {
  const server = await aServer();
  const { patient, app, starts, admin } = server;
  const kind = await addBranch(server);
  const choice = await PlainPage.open(patient, "/schedule");
  expect(choice.text).toContain("How would you like to meet?");
  expect(choice.text).toContain("A visit at Main Branch, 12 Oak Street, Peoria, IL 61602. 60 minutes.");
  const times = await choice.follow("Setup at the branch");
  expect(times.text).toContain("Setup at the branch, 60 minutes.");
  const chosen = await times.follow(/^Select/);
  expect(chosen.text).toContain("Setup at the branch, 60 minutes. A visit at Main Branch");
  await chosen.press("Confirm", { sms_consent: "on" });
  const visit = await app.db.selectFrom("visits").selectAll().executeTakeFirstOrThrow();
  expect(visit).toMatchObject({
    kind_id: kind.id,
    end_at: visit.start_at + hour,
    buffer_after: 15 * minute,
    patient_zone: "America/Chicago",
  });
  expect(starts).toContain(visit.start_at);
  const confirmed = await admin.post("/api/appointments/confirm", { appointment_id: visit.id });
  expect(confirmed.json.appointment).toMatchObject({
    status: "confirmed",
    meeting_link: null,
    kind: "Setup at the branch",
    mode: "branch",
    place: { name: "Main Branch", address: branchPlace.address },
  });
  const mine = await PlainPage.open(patient, "/my-visit");
  expect(mine.text).toContain("Go to Main Branch, 12 Oak Street, Peoria, IL 61602.");
  expect(mine.text).toContain("Use the side door.");
  expect(mine.text).not.toMatch(/video|join/i);
  const messages = (await outboxOf(app)).map((row) => app.secrets.open(row.body_sealed)).join("\n");
  expect(messages).toContain("At Main Branch, 12 Oak Street, Peoria, IL 61602.");
  expect(messages).not.toMatch(/video|Join/);
  const calendar = await patient.get("/my-visit.ics");
  expect(calendar.text.replace(/\r\n /g, "")).toContain(
    "LOCATION:Main Branch\\n12 Oak Street\\, Peoria\\, IL 61602",
  );
  expect(calendar.text).toContain("GEO:40.69;-89.59");
});

test("a company with one usual kind asks nothing", async () => {
  const { patient } = await aServer();
  const page = await PlainPage.open(patient, "/schedule");
  expect(page.text).not.toContain("How would you like to meet?");
  expect(page.text).toContain("A 45-minute video visit on your phone or computer.");
});

test("a link to a retired kind offers the others", async () => {
  const server = await aServer();
  const kind = await addBranch(server);
  await addBranchTwin(server);
  await server.admin.patch(`/api/kinds/${kind.id}`, { active: false });
  const page = await PlainPage.open(server.patient, `/schedule?kind=${kind.id}`);
  expect(page.text).toContain("That way to meet can no longer be booked. Choose another one.");
  expect(page.text).toContain("Phone setup");
  const { order, patient, therapist, starts } = server;
  const reply = await patient.post("/api/schedule-appointment", {
    patient_id: order.patient_id,
    brightree_db: order.brightree_db,
    therapist: therapist.name,
    datetime: iso(starts[3] ?? 0),
    sms_consent: true,
    kind: kind.id,
  });
  expect([reply.status, reply.json.error]).toEqual([422, expect.stringContaining("can no longer be booked")]);
});

const addBranchTwin = ({ admin }: Server) =>
  admin.post("/api/kinds", { name: "Phone setup", name_es: "Por teléfono", mode: "phone", length: 30 });

test("the times of a kind leave room for its length and buffers, and the times of a place for its rooms", async () => {
  const server = await aServer();
  const { admin, starts, therapist, patient, order } = server;
  const kind = await addBranch(server);
  const all = (await admin.get(`/api/availability?kind=${kind.id}`)).json;
  expect(all[0]).toMatchObject({
    start: iso(starts[0] ?? 0),
    end: iso((starts[0] ?? 0) + hour),
    kind: "Setup at the branch",
    place: "Main Branch",
  });
  const plain = (await admin.get("/api/availability")).json;
  expect(Object.keys(plain[0])).toEqual(["start", "end", "therapist", "region"]);
  const middle = starts[4] ?? 0;
  await patient.post("/api/schedule-appointment", {
    patient_id: order.patient_id,
    brightree_db: order.brightree_db,
    therapist: therapist.name,
    datetime: iso(middle),
    sms_consent: true,
    kind: kind.id,
  });
  const other = await seedTherapist(server.app, { name: "Other" });
  await seedSlots(server.app, other, starts);
  const left = (await admin.get(`/api/availability?kind=${kind.id}`)).json as {
    start: string;
    therapist: string;
  }[];
  const near = left.filter(({ start }) => Math.abs(Date.parse(start) - middle) < hour);
  // The branch has one room, so the other therapist can't use it at the same time.
  expect(near).toEqual([]);
  const byVideo = (await admin.get("/api/availability")).json as { start: string; therapist: string }[];
  const ofOther = byVideo.filter(({ start, therapist }) => therapist === "Other" && start === iso(middle));
  expect(ofOther).toHaveLength(1);
  // Within the buffer, the therapist isn't free.
  const inBuffer = byVideo.filter(
    (time) => time.therapist === "Dana Reyes" && Date.parse(time.start) === middle + hour,
  );
  expect(inBuffer).toEqual([]);
});

test("of fifty simultaneous bookings for one time of a kind with buffers, one wins", async () => {
  const server = await aServer();
  const { app, url, therapist, starts } = server;
  const kind = await addBranch(server);
  const booking = Array.from({ length: 50 }, async () => {
    const order = await seedOrder(app);
    const client = new Client(url);
    await signInPatient(app, client, order.id);
    return { order, client };
  });
  const patients = await Promise.all(booking);
  // Neighboring times, whose spans overlap.
  const replies = await Promise.all(
    patients.map(({ order, client }, index) =>
      client.post("/api/schedule-appointment", {
        patient_id: order.patient_id,
        brightree_db: order.brightree_db,
        therapist: therapist.name,
        datetime: iso(starts[8 + (index % 2)] ?? 0),
        sms_consent: true,
        kind: kind.id,
      }),
    ),
  );
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 409]));
});
