import { beforeEach, describe, expect, test } from "vitest";
import { hour, minute } from "~/core/time";
import { operator } from "~/core/who";
import type { NewRow } from "~/db/tables";
import { askForCall, runLate } from "~/visits/late/change-day-marks.server";
import { notifyOfLateTherapist } from "~/visits/late/notify-of-late-therapist.server";
import { moveVisit } from "~/visits/move-visit.server";
import { findVisit } from "~/visits/visits.server";
import { auditLogOf } from "../support/acts";
import { aTherapist } from "../support/clinic";
import { agree, conversationRows, openConversation, rowsTo } from "../support/http-actions";
import { scratchApp } from "../support/scratch";
import { seedOrder, seedVisit } from "../support/seed";
import { patientOf } from "../support/users";

// The test clock is set to Monday, March 2, 2026, 10:00 in New York.
let app: ReturnType<typeof scratchApp>;
let clinic: Awaited<ReturnType<typeof aTherapist>>;

beforeEach(async () => {
  app = scratchApp();
  clinic = await aTherapist(app, { name: "Ana Ruiz" });
});

async function visitIn(
  delay: number,
  of: Partial<NewRow<"orders">> = {},
  fields: Partial<NewRow<"visits">> = {},
) {
  const order = await seedOrder(app, of);
  const visit = await seedVisit(app, {
    order_id: order.id,
    therapist_id: clinic.therapist.id,
    start_at: app.clock.now() + delay,
    status: "confirmed",
    confirmed_at: app.clock.now(),
    meeting_link: "https://meet.example/a",
    ...fields,
  });
  return { order, visit, patient: patientOf(order.id), readVisit: () => findVisit(app.db, visit.id) };
}

const mailsTo = (kind: string) =>
  rowsTo(app, clinic.therapist.email).then((rows) => rows.filter((row) => row.kind === kind));
const sendAll = () => app.db.updateTable("outbox").set({ status: "sent" }).execute();
const read = (row: { body_sealed: string } | undefined) => app.secrets.open(row?.body_sealed ?? "");

describe("a patient who is running late", () => {
  test("is marked late, which creates one email to the therapist, one conversation entry, and one audit entry", async () => {
    const { order, visit, patient, readVisit } = await visitIn(hour);
    for (let tap = 0; tap < 3; tap++) await runLate(app, patient, 10);
    expect(await readVisit()).toMatchObject({ late_minutes: 10, call_me: false, version: visit.version });
    const mails = await mailsTo("patient-late");
    expect(mails).toHaveLength(1);
    expect(read(mails[0])).toContain("Patient is running 10 minutes late");
    expect(await conversationRows(app, order.phone ?? "")).toMatchObject([
      {
        direction: "in",
        status: "received",
        body: "Pressed “I'm running 10 minutes late” on the visit page.",
      },
    ]);
    expect(await auditLogOf(app, { subject: `visit ${visit.id}` })).toMatchObject([
      { action: "visit.running-late", user_email: `patient of order ${order.id}` },
    ]);
  });

  test("can undo the report, and the therapist gets an email each time", async () => {
    const { patient, readVisit } = await visitIn(hour);
    await runLate(app, patient, 15);
    await sendAll();
    await runLate(app, patient, null);
    await runLate(app, patient, null);
    expect(await readVisit()).toMatchObject({ late_minutes: null });
    await sendAll();
    await runLate(app, patient, 15);
    expect((await mailsTo("patient-late")).map(({ subject }) => subject)).toEqual(
      ["running late", "no longer late", "running late"].map(
        (news) => `Equipment setup visit: patient ${news}`,
      ),
    );
    expect((await auditLogOf(app)).map(({ action }) => action)).toEqual([
      "visit.running-late",
      "visit.on-time",
      "visit.running-late",
    ]);
  });

  test("doesn't change their consent to texts or put their number on hold", async () => {
    const { order, patient } = await visitIn(hour);
    await runLate(app, patient, 10);
    await askForCall(app, patient, true);
    expect(await app.db.selectFrom("consents").selectAll().execute()).toEqual([]);
    expect((await openConversation(app, order.phone ?? "")).hold).toBeNull();
  });

  test("can report running late until the visit ends", async () => {
    const { visit, patient, readVisit } = await visitIn(hour);
    app.clock.set(visit.end_at - 1);
    await runLate(app, patient, 5);
    app.clock.set(visit.end_at);
    await expect(runLate(app, patient, 10)).rejects.toMatchObject({ code: "conflict" });
    await expect(askForCall(app, patient, true)).rejects.toMatchObject({
      message: expect.stringMatching(/^Your visit has ended\. If you need help, call .*\(919\) 555-0100\.$/),
    });
    expect(await readVisit()).toMatchObject({ late_minutes: 5, call_me: false });
  });

  test("can have a helper report the delay, and the audit log and the conversation show that the helper did", async () => {
    const { order, visit, patient } = await visitIn(hour);
    await runLate(app, { ...patient, helperId: 1 }, 5);
    expect(await auditLogOf(app, { subject: `visit ${visit.id}` })).toMatchObject([
      { action: "visit.running-late", user_email: `helper of order ${order.id}` },
    ]);
    expect((await conversationRows(app, order.phone ?? ""))[0]?.body).toMatch(/^The helper pressed /);
  });

  test("can't report running late without an active visit", async () => {
    const { patient } = await visitIn(hour, {}, { status: "cancelled" });
    await expect(runLate(app, patient, 10)).rejects.toMatchObject({ code: "missing" });
  });
});

test("the email about a requested call includes the phone number", async () => {
  const { patient } = await visitIn(hour, { phone: "+19195550142" });
  await askForCall(app, patient, true);
  const [mail] = await mailsTo("patient-late");
  expect(mail?.subject).toBe("Equipment setup visit: patient requested a call");
  expect(read(mail)).toContain("Call (919) 555-0142.");
  await sendAll();
  await askForCall(app, patient, false);
  const undo = (await mailsTo("patient-late"))[1];
  expect(undo?.subject).toBe("Equipment setup visit: patient will join by video");
  expect(read(undo)).not.toContain("(919)");
});

test("a patient without a phone number on file can still request a call", async () => {
  const { patient, readVisit } = await visitIn(hour, { phone: null });
  await askForCall(app, patient, true);
  expect(await readVisit()).toMatchObject({ call_me: true });
  expect(read((await mailsTo("patient-late"))[0])).toContain("The order has no phone number.");
});

test("moving a visit clears its late marks and keeps the call request; making it longer keeps both", async () => {
  const { visit, patient, readVisit } = await visitIn(hour);
  await runLate(app, patient, 10);
  await askForCall(app, patient, true);
  await notifyOfLateTherapist(app, clinic.who, { id: visit.id, minutes: 10 });
  const { start_at: datetime, end_at } = visit;
  await moveVisit(app, operator, { id: visit.id, datetime, end: end_at + 15 * minute });
  expect(await readVisit()).toMatchObject({ late_minutes: 10, call_me: true, therapist_late_minutes: 10 });
  await moveVisit(app, operator, { id: visit.id, datetime: datetime + hour });
  expect(await readVisit()).toMatchObject({
    late_minutes: null,
    call_me: true,
    therapist_late_minutes: null,
    therapist_late_at: null,
    therapist_late_sent: null,
  });
});

describe("a therapist who is running late", () => {
  const notify = (id: number, minutes = 10) => notifyOfLateTherapist(app, clinic.who, { id, minutes });
  const messagesOf = async ({ phone, email }: { phone: string | null; email: string | null }) =>
    (await Promise.all([rowsTo(app, phone ?? "-"), rowsTo(app, email ?? "-")]))
      .flat()
      .map(({ kind, channel, status }) => `${kind} ${channel} ${status}`);

  test("texts the patient only once, even after several taps within five minutes", async () => {
    const { order, visit } = await visitIn(30 * minute);
    await agree(app, order.phone ?? "");
    const results = await Promise.all([notify(visit.id), notify(visit.id), notify(visit.id)]);
    app.clock.set(app.clock.now() + 5 * minute - 1);
    results.push(await notify(visit.id));
    expect(results.map(({ sent }) => sent)).toEqual(["text", "text", "text", "text"]);
    expect(results.flatMap(({ notified }) => notified)).toEqual(["text"]);
    expect(await messagesOf(order)).toEqual(["therapist-late sms queued"]);
    const [text] = await rowsTo(app, order.phone ?? "");
    expect(read(text)).toContain(
      "Ana Ruiz is about 10 minutes late for your visit on Mon, Mar 2, 10:30 AM EST.",
    );
    app.clock.set(app.clock.now() + 1);
    await notify(visit.id);
    expect(await messagesOf(order)).toHaveLength(2);
  });

  test("emails a patient who requested a call to wait for that call", async () => {
    const { order, visit } = await visitIn(30 * minute, {}, { call_me: 1 });
    await notify(visit.id);
    const mail = read((await rowsTo(app, order.email ?? ""))[0]);
    expect(mail).toContain("Wait for the call.");
    expect(mail).not.toMatch(/meet\.example|hours away/);
  });

  test("can still notify a patient whose visit has started", async () => {
    const { order, visit } = await visitIn(-10 * minute);
    await agree(app, order.phone ?? "");
    expect(await notify(visit.id)).toEqual({ sent: "text", notified: ["text"] });
    expect((await rowsTo(app, order.phone ?? ""))[0]).toMatchObject({
      visit_id: visit.id,
      visit_start: null,
    });
  });

  test.each([
    ["without text consent", async () => {}],
    [
      "whose number is on hold",
      async (phone: string) => {
        await agree(app, phone);
        await app.db.updateTable("threads").set({ hold: "possible_opt_out" }).execute();
      },
    ],
  ])("emails a patient %s", async (_, prepare) => {
    const { order, visit } = await visitIn(30 * minute);
    await openConversation(app, order.phone ?? "");
    await prepare(order.phone ?? "");
    expect(await notify(visit.id)).toEqual({ sent: "email", notified: ["email"] });
    expect(await messagesOf(order)).toEqual(["therapist-late email queued"]);
  });

  test("emails the patient during quiet hours", async () => {
    app.clock.set(Date.parse("2026-03-03T03:30:00Z"));
    const { order, visit } = await visitIn(30 * minute);
    await agree(app, order.phone ?? "");
    expect(await notify(visit.id)).toEqual({ sent: "email", notified: ["email"] });
  });

  test.each([{ email: null }, { updates: "phone" as const }])(
    "sees that a patient with %j can only be reached by phone",
    async (of) => {
      const { order, visit, readVisit } = await visitIn(30 * minute, of);
      expect(await notify(visit.id)).toEqual({ sent: null, notified: [null] });
      expect(await messagesOf(order)).toEqual([]);
      expect(await readVisit()).toMatchObject({ therapist_late_minutes: 10, therapist_late_sent: null });
    },
  );

  test("notifies a Spanish-speaking patient in Spanish", async () => {
    const { order, visit } = await visitIn(30 * minute, { language: "es" });
    await agree(app, order.phone ?? "");
    await notify(visit.id);
    expect(read((await rowsTo(app, order.phone ?? ""))[0])).toContain(
      "Ana Ruiz va a empezar su cita del lun 2 de mar, 10:30 a.m. EST unos 10 minutos tarde.",
    );
  });

  test.each([
    ["more than an hour away", hour + 1, "confirmed"],
    ["that has ended", -45 * minute, "confirmed"],
    ["that is not confirmed", 30 * minute, "submitted"],
    ["that was canceled", 30 * minute, "cancelled"],
  ])("can't send a notice for a visit %s", async (_, delay, status) => {
    const { visit } = await visitIn(delay, {}, { status });
    await expect(notify(visit.id)).rejects.toMatchObject({ code: "conflict" });
  });

  test("can't send a notice for another therapist's visit", async () => {
    const { visit } = await visitIn(30 * minute);
    const { who } = await aTherapist(app);
    await expect(notifyOfLateTherapist(app, who, { id: visit.id, minutes: 10 })).rejects.toMatchObject({
      code: "missing",
    });
  });
});
