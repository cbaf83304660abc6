import { expect, test } from "vitest";
import { iso } from "~/core/time";
import type { PatientSessionKind } from "~/core/who";
import { listConsents } from "~/messages/consent/consents.server";
import { Client } from "../support/client";
import { conversationRows, rowsTo, say } from "../support/http-actions";
import {
  morningStarts,
  seedOrder,
  seedSlots,
  seedTherapist,
  signInPatient,
  staffClient,
} from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer({ QUIET_HOURS: "off" });
const { app } = server;
const therapist = await seedTherapist(app);
const starts = morningStarts(app).filter((_, index) => index % 2 === 0);
await seedSlots(app, therapist, starts);
const supervisor = await staffClient(server, "supervisor");

type Order = Awaited<ReturnType<typeof seedOrder>>;

const booking = ({ patient_id, brightree_db }: Order) => ({
  patient_id,
  brightree_db,
  therapist: therapist.name,
  datetime: iso(starts.pop() ?? 0),
  sms_consent: true,
});

async function bookBy(kind: PatientSessionKind, order: Order) {
  const client = new Client(server.url);
  await signInPatient(app, client, order.id, kind);
  expect((await client.post("/api/schedule-appointment", booking(order))).status).toBe(201);
}

async function bookByAddress(order: Order) {
  const client = new Client(server.url);
  await client.get(`/schedule?pid=${order.patient_id}&db=${order.brightree_db}`);
  const form = { datetime: iso(starts.pop() ?? 0), sms_consent: "on" };
  const booked = await client.submit("/schedule", { ...form, therapist: therapist.name });
  expect([booked.status, booked.location]).toEqual([303, "/"]);
}

/** The kinds of texts queued for a number, each with whether it is held until the patient replies YES. */
const kindsTo = async (phone: string | null) =>
  (await rowsTo(app, phone ?? "")).map(({ kind, status }) => [kind, status === "held" ? "held" : "goes out"]);

const conversationOf = async ({ phone }: Order) => {
  const { json } = await supervisor.get("/api/sms/threads");
  return json.find((conversation: { phone: string }) => conversation.phone === phone);
};

test.each([
  ["the API", (order: Order) => bookBy("query", order)],
  ["the page", bookByAddress],
])(
  "a booking by patient ID and database through %s records no consent and asks the patient to reply YES",
  async (_, book) => {
    const order = await seedOrder(app);
    await book(order);
    expect(await listConsents(app.db, order.phone ?? "")).toEqual([]);
    expect(await conversationOf(order)).toMatchObject({ sms_consent: false, consented_at: null });
    expect(await kindsTo(order.phone)).toEqual([
      ["consent-request", "goes out"],
      ["visit-submitted", "held"],
    ]);
    const [request] = await conversationRows(app, order.phone ?? "");
    expect(request?.body).toContain("Reply YES to agree, STOP to opt out, HELP for help");
  },
);

test("a patient's YES records the consent and sends the held texts", async () => {
  const order = await seedOrder(app);
  await bookBy("query", order);
  await say(app, order.phone ?? "", "YES");
  expect(await listConsents(app.db, order.phone ?? "")).toMatchObject([{ given: 1, source: "keyword" }]);
  expect((await kindsTo(order.phone)).at(-1)).toEqual(["visit-submitted", "goes out"]);
});

test("a booking by patient ID and database sends no text to a number that texted STOP", async () => {
  const order = await seedOrder(app);
  await say(app, order.phone ?? "", "STOP");
  const before = await kindsTo(order.phone);
  await bookBy("query", order);
  expect(await kindsTo(order.phone)).toEqual(before);
  expect(await listConsents(app.db, order.phone ?? "")).toMatchObject([{ given: 0 }]);
});

test.each(["code", "link"] as const)(
  "in a session opened with a %s, the checkbox gives consent immediately",
  async (kind) => {
    const order = await seedOrder(app);
    await bookBy(kind, order);
    expect(await listConsents(app.db, order.phone ?? "")).toMatchObject([{ given: 1, source: "booking" }]);
    expect(await conversationOf(order)).toMatchObject({ sms_consent: true });
    expect(await kindsTo(order.phone)).toEqual([["visit-submitted", "goes out"]]);
  },
);
