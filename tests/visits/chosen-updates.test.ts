import { expect, test } from "vitest";
import { day } from "~/core/time";
import type { Patient } from "~/core/who";
import { bookVisit } from "~/visits/book-visit.server";
import { outboxOf } from "../support/http-actions";
import { scratchApp } from "../support/scratch";
import { seedClinic } from "../support/seed";
import { patientOf } from "../support/users";

const ana = { phone: "+19195550123", email: "ana@mail.example" };

async function clinic({ optional = true, ...patient }: { optional?: boolean; email?: string | null } = {}) {
  const app = scratchApp();
  const { order, therapist } = await seedClinic(app);
  await app.db
    .updateTable("orders")
    .set({ ...ana, ...patient })
    .where("id", "=", order.id)
    .execute();
  await app.db
    .updateTable("companies")
    .set({ sms_optional: Number(optional) })
    .execute();
  const slot = await app.db
    .selectFrom("slots")
    .select("start_at")
    .orderBy("start_at")
    .limit(1)
    .executeTakeFirst();
  const book = (
    wish: { sms_consent: boolean; updates?: "text" | "email" | "phone" },
    caller: Partial<Patient> = {},
  ) =>
    bookVisit(
      app,
      { ...patientOf(order.id), ...caller },
      {
        patient_id: order.patient_id,
        brightree_db: order.brightree_db,
        therapist: therapist.name,
        datetime: slot?.start_at ?? app.clock.now() + 2 * day,
        ...wish,
      },
    );
  const toPatient = async () =>
    (await outboxOf(app))
      .filter(({ recipient }) => Object.values(ana).includes(recipient))
      .map(({ channel }) => channel);
  const updates = async () =>
    (await app.db.selectFrom("orders").select("updates").where("id", "=", order.id).executeTakeFirst())
      ?.updates;
  return { app, book, toPatient, updates };
}

test.each([
  [{ sms_consent: true }, "text", ["sms", "email"]],
  [{ sms_consent: false }, "email", ["email"]],
  [{ sms_consent: false, updates: "email" as const }, "email", ["email"]],
  [{ sms_consent: true, updates: "email" as const }, "email", ["email"]],
  [{ sms_consent: false, updates: "phone" as const }, "phone", []],
])("a booking with %j gets updates by %s", async (wish, stored, channels) => {
  const { book, toPatient, updates } = await clinic();
  await book(wish);
  expect(await updates()).toBe(stored);
  expect((await toPatient()).sort()).toEqual(channels.sort());
});

test("a patient without an email address who doesn't agree to texts gets calls", async () => {
  const { book, updates } = await clinic({ email: null });
  await book({ sms_consent: false });
  expect(await updates()).toBe("phone");
});

test.each([
  [{ sms_consent: false, updates: "text" as const }, true, "updates"],
  [{ sms_consent: false, updates: "email" as const }, false, "sms_consent"],
  [{ sms_consent: false }, false, "sms_consent"],
])("a booking with %j is refused (texts are optional: %s)", async (wish, optional, field) => {
  const { book, app } = await clinic({ optional });
  await expect(book(wish)).rejects.toMatchObject({ code: "invalid", fields: { [field]: expect.anything() } });
  expect(await app.db.selectFrom("visits").select("id").execute()).toEqual([]);
});

test.each<[string, Partial<Patient>]>([
  ["with a ?pid= link", { sessionKind: "query" }],
  ["who is a helper", { helperId: 1 }],
])("a visitor %s can't choose how the patient gets updates", async (_, caller) => {
  const { book, updates } = await clinic();
  await book({ sms_consent: true, updates: "phone" }, caller);
  expect(await updates()).toBeNull();
});

test("if texts are required, a patient's choice of another channel is ignored", async () => {
  const { book, updates } = await clinic({ optional: false });
  await book({ sms_consent: true, updates: "phone" });
  expect(await updates()).toBe("text");
});
