import { expect, test } from "vitest";
import { hour, iso } from "~/core/time";
import { operator, type Patient } from "~/core/who";
import { startDelivery } from "~/messages/delivery/deliver-loop.server";
import { bookVisit } from "~/visits/book-visit.server";
import { cancelMyVisit } from "~/visits/cancel-visit.server";
import { completeVisit } from "~/visits/complete-visit.server";
import { confirmVisit } from "~/visits/confirm-visit.server";
import { moveMyVisit, moveVisit } from "~/visits/move-visit.server";
import { atEnd } from "../support/cleanup";
import { Client } from "../support/client";
import { eventually } from "../support/eventually";
import { type Arrived, invitationOf, propertyOf, startMailServer } from "../support/mail-server";
import { scratchApp } from "../support/scratch";
import { seedClinic, seedSlots, seedTherapist, signInPatient } from "../support/seed";
import { startServer } from "../support/server";

const meeting_link = "https://meet.example/abc";

async function booked() {
  const mail = await startMailServer();
  const app = scratchApp(mail.environment);
  atEnd(startDelivery(app, { lookEvery: 20 }));
  const { order, therapist, starts } = await seedClinic(app);
  const patient: Patient = {
    kind: "patient",
    sessionKind: "code",
    orderId: order.id,
    sessionId: 1,
    address: null,
  };
  const visit = await bookVisit(app, patient, {
    patient_id: order.patient_id,
    brightree_db: order.brightree_db,
    therapist: therapist.name,
    datetime: starts[12] ?? 0,
    sms_consent: true,
  });
  let seen = 0;
  /** Emails sent since the last call, by recipient. */
  const arrived = async (count: number): Promise<Record<string, Arrived>> => {
    const all = await eventually(
      () => mail.arrived.slice(seen),
      (emails) => emails.length >= count,
    );
    seen += count;
    expect(all).toHaveLength(count);
    return Object.fromEntries(all.map((email) => [email.recipients[0] ?? "", email]));
  };
  await arrived(2);
  return { app, mail, order, therapist, starts, patient, visit, arrived };
}

function calendarOf(email: Arrived | undefined) {
  if (!email) throw new Error("Email not found.");
  const { method, file, part } = invitationOf(email);
  expect(part.trim()).toBe(file.replaceAll("\r\n", "\n").trim());
  const of = (name: string) => propertyOf(file, name);
  expect(method).toBe(of("METHOD"));
  return { file, of, method };
}

test("a confirmed visit sends separate invitations with one UID to the patient and the therapist", async () => {
  const { app, order, therapist, visit, arrived, starts } = await booked();
  await confirmVisit(app, operator, { appointment_id: visit.id, meeting_link });
  const emails = await arrived(2);
  const { uid } = await app.db.selectFrom("visits").select("uid").executeTakeFirstOrThrow();
  for (const address of [order.email ?? "", therapist.email]) {
    const { of, file, method } = calendarOf(emails[address]);
    expect(method).toBe("REQUEST");
    expect([of("UID"), of("SUMMARY"), of("STATUS")]).toEqual([uid, "Equipment setup visit", "CONFIRMED"]);
    expect(of("DTSTART")).toBe(iso(starts[12] ?? 0).replace(/[-:]|\.000/g, ""));
    expect(of("ORGANIZER")).toMatch(/mailto:visits@clinic\.example$/i);
    expect(file.match(/^ATTENDEE/gm)).toHaveLength(1);
    expect(of("ATTENDEE")?.toLowerCase()).toContain(`mailto:${address}`);
    expect(file).toMatch(/^(?:[^\r\n]{1,75}\r\n)+$/);
    expect(emails[address]?.subject).not.toMatch(/cpap|sleep|apnea|insur/i);
  }
});

test("the invitation contains the meeting link as an unescaped URI", async () => {
  const { app, therapist, visit, arrived } = await booked();
  const link = `https://meet.example/a,b;c?pwd=${"x,;".repeat(40)}`;
  await confirmVisit(app, operator, { appointment_id: visit.id, meeting_link: `${link}\\n` });
  const { of, file } = calendarOf((await arrived(2))[therapist.email]);
  expect(of("URL")).toBe(`VALUE=URI:${link}%5Cn`);
  expect(of("LOCATION")).toBe(`${link}\\n`.replace(/[,;\\]/g, "\\$&"));
  expect(file).toMatch(/^(?:[^\r\n]{1,75}\r\n)+$/);
});

test("a move updates the invitation with a higher sequence, and a cancellation withdraws it", async () => {
  const { app, order, therapist, visit, arrived, starts, patient } = await booked();
  await confirmVisit(app, operator, { appointment_id: visit.id, meeting_link });
  const first = calendarOf((await arrived(2))[therapist.email]);
  await moveVisit(app, operator, { id: visit.id, datetime: starts[20] ?? 0 });
  const moved = await arrived(2);
  await cancelMyVisit(app, patient);
  const cancelled = await arrived(2);
  for (const address of [order.email ?? "", therapist.email]) {
    const second = calendarOf(moved[address]);
    const third = calendarOf(cancelled[address]);
    expect([second.method, third.method]).toEqual(["REQUEST", "CANCEL"]);
    expect([second.of("UID"), third.of("UID")]).toEqual([first.of("UID"), first.of("UID")]);
    const sequences = [first, second, third].map(({ of }) => Number(of("SEQUENCE")));
    expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
    expect(new Set(sequences).size).toBe(3);
    expect(second.of("DTSTART")).toBe(iso(starts[20] ?? 0).replace(/[-:]|\.000/g, ""));
    expect(third.of("STATUS")).toBe("CANCELLED");
  }
});

test("a visit that was never confirmed sends no invitation", async () => {
  const { app, visit, arrived, starts, patient } = await booked();
  await moveVisit(app, operator, { id: visit.id, datetime: starts[20] ?? 0 });
  const moved = Object.values(await arrived(2));
  await cancelMyVisit(app, patient);
  for (const email of [...moved, ...Object.values(await arrived(2))]) {
    expect(email.raw).not.toMatch(/text\/calendar/i);
  }
});

test("reassigning a visit withdraws the invitation from the patient and the previous therapist", async () => {
  const { app, order, therapist, visit, arrived, starts, patient } = await booked();
  const colleague = await seedTherapist(app);
  await seedSlots(app, colleague, [starts[20] ?? 0]);
  await confirmVisit(app, operator, { appointment_id: visit.id, meeting_link });
  await arrived(2);
  await moveMyVisit(app, patient, { datetime: starts[20] ?? 0, therapist: colleague.name });
  const emails = await arrived(3);
  expect(calendarOf(emails[order.email ?? ""]).method).toBe("CANCEL");
  expect(calendarOf(emails[therapist.email]).method).toBe("CANCEL");
  expect(emails[colleague.email]?.raw).not.toMatch(/text\/calendar/i);
});

test("a completed visit sends the review link and keeps the invitation", async () => {
  const { app, order, therapist, visit, arrived } = await booked();
  await app.db
    .updateTable("therapists")
    .set({ review_link: "https://review.example/1" })
    .where("id", "=", therapist.id)
    .execute();
  await confirmVisit(app, operator, { appointment_id: visit.id, meeting_link });
  await arrived(2);
  app.clock.advance(8 * 24 * hour);
  await completeVisit(app, operator, visit.id);
  const email = (await arrived(1))[order.email ?? ""];
  expect(email?.text).toContain("https://review.example/1");
  expect(email?.raw).not.toMatch(/text\/calendar/i);
});

test("a patient can download their visit as a calendar file", async () => {
  const { url, app } = await startServer();
  const { order, therapist, starts } = await seedClinic(app);
  const client = new Client(url);
  expect((await client.get("/my-visit.ics")).location).toBe("/login");
  await signInPatient(app, client, order.id, "link");
  expect((await client.get("/my-visit.ics")).location).toBe("/my-visit");
  const visit = await bookVisit(app, operator, {
    patient_id: order.patient_id,
    brightree_db: order.brightree_db,
    therapist: therapist.name,
    datetime: starts[3] ?? 0,
    sms_consent: false,
  });
  await confirmVisit(app, operator, { appointment_id: visit.id, meeting_link });
  const file = await client.get("/my-visit.ics");
  expect(file.headers.get("content-type")).toMatch(/^text\/calendar/);
  expect(file.headers.get("content-disposition")).toContain("setup-visit.ics");
  expect(propertyOf(file.text, "METHOD")).toBe("PUBLISH");
  expect(propertyOf(file.text, "SUMMARY")).toBe("Equipment setup visit");
  expect(file.text).not.toMatch(/ATTENDEE|cpap|sleep/i);
  const query = new Client(url);
  await signInPatient(app, query, order.id, "query");
  expect((await query.get("/my-visit.ics")).location).toBe("/login");
});
