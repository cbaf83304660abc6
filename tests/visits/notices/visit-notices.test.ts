import { expect, test } from "vitest";
import { day, hour } from "~/core/time";
import { operator, type Who } from "~/core/who";
import { linkCodeOf } from "~/orders/access/link-code.server";
import { type CalendarMethod, calendarInvitation } from "~/visits/notices/calendar-invitation.server";
import type { VisitChange } from "~/visits/notices/notice-types";
import { notifyOfVisit } from "~/visits/notices/notify-of-visit.server";
import { reassignedNotice, type VisitNotice } from "~/visits/notices/visit-notices";
import { findVisit } from "~/visits/visits.server";
import { aClinic, aVisit } from "../../support/clinic";
import { agree, conversationRows, outboxOf, rowsTo, say } from "../../support/http-actions";
import { monday } from "../../support/scratch";
import { seedTherapist } from "../../support/seed";

const phone = "+19195550123";
const email = "ana@mail.example";
const toTherapist = { subject: "Subject for the therapist", lead: "Words for the therapist" };
const notice = (over: Partial<VisitNotice> = {}): VisitNotice => ({
  kind: "visit-confirmed",
  sms: "Words by text.",
  smsLink: "Change",
  subject: "Subject",
  lead: "Words",
  therapist: toTherapist,
  ...over,
});

/** A visit for the patient Ana, and the messages about it. */
async function clinic(over: { phone?: string | null; email?: string | null; name?: string | null } = {}) {
  const { app, order, therapist } = await aClinic({
    MAIL_FROM: "Clinic <visits@clinic.example>",
    SMTP_URL: "smtp://localhost:2525",
  });
  await app.db
    .updateTable("orders")
    .set({ phone, email, patient_name: "Ana", ...(over.name !== undefined && { patient_name: over.name }) })
    .execute();
  if (over.phone !== undefined) await app.db.updateTable("orders").set({ phone: over.phone }).execute();
  if (over.email !== undefined) await app.db.updateTable("orders").set({ email: over.email }).execute();
  const start = monday + 2 * day;
  const { id } = await aVisit(app, therapist, start, { order_id: order.id });
  const visit = await findVisit(app.db, id);
  if (!visit) throw new Error("The visit is missing.");
  const notify = async (change: Partial<VisitChange> = {}, who: Who | { therapistId: number } = operator) => {
    await app.db
      .transaction()
      .execute((trx) => notifyOfVisit({ trx, app, who }, { visit, notice: () => notice(), ...change }));
    return outboxOf(app);
  };
  const confirmed = async () => {
    await app.db.updateTable("visits").set({ status: "confirmed", confirmed_at: monday }).execute();
    return { ...visit, status: "confirmed", confirmed_at: monday };
  };
  const open = (row: { body_sealed: string } | undefined) => app.secrets.open(row?.body_sealed ?? "");
  return { app, order, therapist, visit, start, notify, confirmed, open };
}
const kindsOf = (rows: { channel: string; recipient: string }[]) =>
  rows.map(({ channel, recipient }) => `${channel} ${recipient}`);

test("the patient gets a text and an email with their links; the therapist gets an email", async () => {
  const { app, order, therapist, visit, start, notify, open } = await clinic();
  await agree(app, phone);
  const link = await linkCodeOf({ trx: app.db, app }, order.id);
  const rows = await notify();
  expect(kindsOf(rows)).toEqual([`sms ${phone}`, `email ${email}`, `email ${therapist.email}`]);
  const about = { order_id: order.id, visit_id: visit.id, visit_start: start, kind: "visit-confirmed" };
  expect(rows).toMatchObject([
    about,
    { ...about, subject: "Subject" },
    { ...about, subject: toTherapist.subject },
  ]);
  const schedule = `http://localhost:3000/schedule/${link}`;
  expect(open(rows[0])).toBe(`${visit.company}: Words by text. Change: ${schedule}\nCall (919) 555-0100`);
  expect((await conversationRows(app, phone))[0]?.body).toBe(
    `${visit.company}: Words by text. Change: [link]\nCall (919) 555-0100`,
  );
  expect(open(rows[1])).toBe(
    [
      "Hello Ana,",
      "Words",
      `Change your visit:\n${schedule}`,
      `Track your order:\nhttp://localhost:3000/track/${link}`,
      `Questions? Call ${visit.company} at (919) 555-0100.`,
      visit.company,
    ].join("\n\n"),
  );
  expect(open(rows[2])).toBe(
    `Hello ${therapist.name},\n\n${toTherapist.lead}\n\nOpen your calendar:\nhttp://localhost:3000/therapist`,
  );
});

test("notices contain no link if the order has no link code", async () => {
  const { app, visit, notify, open } = await clinic();
  await agree(app, phone);
  const rows = await notify();
  expect(open(rows[0])).toBe(`${visit.company}: Words by text. Call (919) 555-0100`);
  expect(open(rows[1])).not.toContain("http");
});

test.each([
  ["the patient agreed to texts", 0, "given", true],
  ["the patient was never asked, and the visit was booked without consent", 0, "none", false],
  ["the patient was never asked, and the visit was booked with consent", 1, "none", true],
  ["the patient texted STOP after the visit was booked with consent", 1, "withdrawn", false],
])("a text is sent only with consent: %s", async (_, sms_consent, consent, texted) => {
  const { app, notify } = await clinic();
  await app.db.updateTable("visits").set({ sms_consent }).execute();
  if (consent === "given") await agree(app, phone);
  if (consent === "withdrawn") await say(app, phone, "STOP");
  const rows = await notify();
  expect(rows.some(({ channel, kind }) => channel === "sms" && kind === "visit-confirmed")).toBe(texted);
});

test("an email is sent only if there is an address, and texts that would arrive too late are skipped", async () => {
  const unreachable = await clinic({ phone: null, email: null });
  expect(kindsOf(await unreachable.notify())).toEqual([`email ${unreachable.therapist.email}`]);
  const reachable = await clinic();
  await agree(reachable.app, phone);
  expect(kindsOf(await reachable.notify({ emailOnly: true }))).toEqual([
    `email ${email}`,
    `email ${reachable.therapist.email}`,
  ]);
});

test("therapists are emailed about their own changes only when there is an invitation", async () => {
  const { therapist, visit, notify, confirmed } = await clinic({ phone: null, email: null });
  const own = { therapistId: therapist.id };
  expect(await notify({ notice: () => ({ ...notice(), therapist: undefined }) as never })).toEqual([]);
  expect(await notify({ notice: () => notice({ kind: "visit-submitted" }) }, own)).toEqual([]);
  expect(
    await notify({ notice: () => notice({ kind: "visit-submitted" }) }, { therapistId: therapist.id + 1 }),
  ).toHaveLength(1);
  expect((await notify({ visit: await confirmed(), before: visit }, own)).at(-1)).toMatchObject({
    recipient: therapist.email,
    calendar_method: "REQUEST",
  });
});

test("both therapists are notified of a reassigned visit", async () => {
  const { app, therapist, visit, notify, open } = await clinic({ phone: null, email: null });
  const other = await seedTherapist(app);
  await app.db.updateTable("visits").set({ therapist_id: other.id }).execute();
  const after = await findVisit(app.db, visit.id);
  if (!after) throw new Error("The visit is missing.");
  const rows = await notify({ visit: after, before: visit });
  expect(kindsOf(rows)).toEqual([`email ${other.email}`, `email ${therapist.email}`]);
  expect(rows[1]?.subject).toBe(reassignedNotice(visit).subject);
  expect(open(rows[1])).toContain(reassignedNotice(visit).lead);
});

test("each channel sends one notice per deduplication key", async () => {
  const { app, notify } = await clinic();
  await agree(app, phone);
  const patientOnly = notice();
  delete patientOnly.therapist;
  await notify({ notice: () => patientOnly, dedupeKey: "k" });
  const rows = await notify({ notice: () => patientOnly, dedupeKey: "k" });
  expect(rows.map(({ dedupe_key }) => dedupe_key)).toEqual(["k sms", "k email"]);
});

test("an invitation names only its recipient", async () => {
  const named = await clinic({ phone: null });
  const nameless = await clinic({ phone: null, name: null });
  const calendarOf = async ({ visit, notify, confirmed }: typeof named) => {
    const change = { visit: await confirmed(), before: visit };
    return (await notify(change)).map(({ calendar }) => calendar?.replace(/\r\n /g, ""));
  };
  const [patient, therapist] = await calendarOf(named);
  expect(patient).toContain('CN="Ana"');
  expect(patient).toContain(email);
  expect(patient).not.toContain(named.therapist.email);
  expect(therapist).toContain(named.therapist.email);
  expect(therapist).not.toContain(email);
  expect((await calendarOf(nameless))[0]).toContain(`CN="${email}"`);
});

test("a cancellation removes the announced time from calendars", async () => {
  const { app, start, notify, confirmed } = await clinic({ phone: null });
  const before = await confirmed();
  const visit = { ...before, status: "cancelled", start_at: start + hour, end_at: start + 2 * hour };
  const [row] = await notify({ visit, before, notice: () => notice({ kind: "visit-cancelled" }) });
  expect(row).toMatchObject({ calendar_method: "CANCEL" });
  expect(row?.calendar).toContain("DTSTART:20260304T150000Z");
  expect(row?.calendar).toContain("STATUS:CANCELLED");
  expect((await rowsTo(app, email))[0]?.visit_start).toBe(start + hour);
});

test("a calendar entry includes the meeting link, and a cancellation doesn't", async () => {
  const { visit } = await clinic();
  const visitWithLink = { ...visit, meeting_link: "https://meet.example/abc" };
  const entry = { uid: "visit-1", sequence: 3 };
  const attendee = { name: ' Ana "Annie"\n\nLee ', email };
  const mail = { name: 'The "Clinic"', address: "visits@clinic.example" };
  const linesOf = (method: CalendarMethod, status: string, over: object = {}) =>
    calendarInvitation(mail as never, {
      method,
      visit: { ...visitWithLink, status },
      entry,
      attendee,
      description: "Join: https://meet.example/abc\nCall Acme.",
      alarms: true,
      now: monday,
      ...over,
    })
      .replace(/\r\n /g, "")
      .split("\r\n");
  const request = linesOf("REQUEST", "confirmed");
  expect(request).toEqual(
    expect.arrayContaining([
      "METHOD:REQUEST",
      "PRODID:-//Firstnight//Firstnight//EN",
      "UID:visit-1",
      "SEQUENCE:3",
      "STATUS:CONFIRMED",
      "LOCATION:https://meet.example/abc",
      "DESCRIPTION:Join: https://meet.example/abc\\nCall Acme.",
      "URL;VALUE=URI:https://meet.example/abc",
      'ORGANIZER;CN="The  Clinic":mailto:visits@clinic.example',
      "TRIGGER:-P1D",
      "TRIGGER:-PT1H",
    ]),
  );
  const attendeeLine = (lines: string[]) => lines.find((line) => line.startsWith("ATTENDEE"));
  expect(attendeeLine(request)).toContain('CN="Ana  Annie Lee"');
  expect(attendeeLine(request)).toContain("RSVP=TRUE");
  expect(linesOf("PUBLISH", "submitted")).toContain("STATUS:TENTATIVE");
  const file = linesOf("PUBLISH", "confirmed", { attendee: null });
  expect(attendeeLine(file)).toBeUndefined();
  expect(file).toContain("LOCATION:https://meet.example/abc");
  const cancellation = linesOf("CANCEL", "cancelled");
  expect(cancellation).toContain("STATUS:CANCELLED");
  expect(attendeeLine(cancellation)).not.toContain("RSVP=TRUE");
  expect(cancellation.join()).not.toMatch(/meet\.example|VALARM/);
  expect(cancellation).toContain("LOCATION:Video visit");
  const withoutLink = linesOf("REQUEST", "confirmed", { visit });
  expect(withoutLink.join()).not.toContain("URL");
  expect(withoutLink).toContain("LOCATION:Video visit");
  expect(linesOf("PUBLISH", "confirmed", { visit: { ...visit, call_me: true } })).toContain(
    "LOCATION:Phone call",
  );
});

test("a patient with an invitation gets an updated one when the visit moves", async () => {
  const { start, notify, confirmed } = await clinic({ phone: null });
  const before = await confirmed();
  const visit = { ...before, start_at: start + hour, end_at: start + 2 * hour };
  const [row] = await notify({ visit, before, notice: () => notice({ kind: "visit-moved" }) });
  expect(row).toMatchObject({ calendar_method: "REQUEST" });
  expect(row?.calendar).toContain("DTSTART:20260304T160000Z");
});

test.each([
  ["a move request", { status: "submitted" }, null, "visit-moved"],
  ["a completed visit", { status: "completed" }, monday, "visit-completed"],
  ["a reminder", { status: "confirmed" }, monday, "reminder-day"],
] as const)("%s sends no invitation", async (_, over, confirmed_at, kind) => {
  const { visit, notify } = await clinic({ phone: null });
  const before = { ...visit, confirmed_at };
  const rows = await notify({ visit: { ...before, ...over }, before, notice: () => notice({ kind }) });
  expect(rows.map(({ calendar }) => calendar)).toEqual([null, null]);
});
