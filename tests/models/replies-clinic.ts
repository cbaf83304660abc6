import { expect } from "vitest";
import { hour, minute } from "~/core/time";
import { operator } from "~/core/who";
import { receiveReply } from "~/inbox/receive-reply.server";
import { cancelVisit } from "~/visits/cancel-visit.server";
import { moveVisit } from "~/visits/move-visit.server";
import { askPatient } from "~/visits/notices/ask-patient.server";
import { notifyOfVisit } from "~/visits/notices/notify-of-visit.server";
import { reminderNotice } from "~/visits/notices/visit-notices";
import { findVisit } from "~/visits/visits.server";
import { write } from "../support/http-actions";
import { monday, type scratchApp } from "../support/scratch";
import { seedCompany, seedOrder, seedTherapist, seedVisit } from "../support/seed";
import { deliver } from "../visits/reminder-replies/clinic";
import { type Action, Replies } from "./replies-model";

type TestApp = ReturnType<typeof scratchApp>;

let serial = 0;

/** Creates two phone numbers and three patients with a confirmed visit each. */
export async function openReplies(app: TestApp) {
  app.clock.set(monday);
  const model = new Replies(monday);
  const phones = [0, 1].map(() => `+1984555${1000 + serial++}`);
  const company = await seedCompany(app);
  await app.db
    .updateTable("companies")
    .set({ phone: "+19195550100", equipment: "inform" })
    .where("id", "=", company)
    .execute();
  const patients: { order: number; therapist: number }[] = [];
  const ids: number[] = [];
  for (const { to, start } of model.visits) {
    const order = await seedOrder(app, { phone: phones[to] ?? "", email: null });
    await app.db
      .insertInto("link_codes")
      .values({
        order_id: order.id,
        code_hash: `code ${order.id}`,
        code_sealed: app.secrets.seal(`code${order.id}`),
        created_at: app.clock.now(),
      })
      .execute();
    const patient = { order: order.id, therapist: (await seedTherapist(app)).id };
    patients.push(patient);
    ids.push(await seedConfirmed(app, patient, start));
  }
  return {
    app,
    model,
    phones,
    patients,
    ids,
    last: null as { to: number; words: string; id: string } | null,
  };
}

export type Clinic = Awaited<ReturnType<typeof openReplies>>;

const seedConfirmed = async (app: TestApp, patient: Clinic["patients"][number], start: number) =>
  (
    await seedVisit(app, {
      order_id: patient.order,
      therapist_id: patient.therapist,
      start_at: start,
      status: "confirmed",
      confirmed_at: app.clock.now(),
    })
  ).id;

/** Performs an action with the app's functions and delivers texts immediately. */
export async function perform(clinic: Clinic, action: Action): Promise<void> {
  const { app, model, phones } = clinic;
  app.clock.advance(minute);
  if (action.type === "wait") app.clock.advance(action.for);
  else if (action.type === "say") {
    clinic.last = { to: action.to, words: action.words, id: `in ${serial++}` };
    await receive(clinic, clinic.last);
  } else if (action.type === "again") {
    if (clinic.last) await receive(clinic, clinic.last);
  } else if (action.type === "write") {
    if (model.numbers[action.to]?.consent === "given")
      await write(app, phones[action.to] ?? "", "From staff");
  } else await changeVisit(clinic, action.type, action.visit);
  await deliver(app);
}

export const receive = ({ app, phones }: Clinic, { to, words, id }: NonNullable<Clinic["last"]>) =>
  receiveReply(app, { from: phones[to] ?? "", body: words, providerId: id, mediaCount: 0 });

async function changeVisit(
  { app, model, ids, patients }: Clinic,
  action: string,
  patient: number,
): Promise<void> {
  const number = model.newest[patient] ?? 0;
  const id = ids[number] ?? 0;
  const visit = await findVisit(app.db, id);
  const isUpcoming = visit?.status === "confirmed" && visit.start_at > app.clock.now();
  const own = patients[patient];
  if (action === "rebook" && own && !isUpcoming) {
    await app.db
      .updateTable("visits")
      .set({ status: "completed" })
      .where("id", "=", id)
      .where("status", "=", "confirmed")
      .execute();
    ids.push(await seedConfirmed(app, own, app.clock.now() + 60 * hour));
  }
  if (!visit || !isUpcoming) return;
  if (action === "move") await moveVisit(app, operator, { id, datetime: visit.start_at + 3 * hour });
  if (action === "cancel") await cancelVisit(app, operator, id, null);
  if (action === "ask") {
    await app.db.transaction().execute((trx) =>
      askPatient(
        { trx, app },
        {
          orderId: visit.order_id,
          kind: "equipment-question",
          visit_id: id,
          visit_start: visit.start_at,
          write: () => ({
            text: { body: "Has it arrived?", shown: "Has it arrived?" },
            mail: { subject: "Has it arrived?", body: "Has it arrived?" },
          }),
        },
      ),
    );
  }
  if (action === "remind") {
    const notice = () => reminderNotice(visit, "reminder-day");
    await app.db
      .transaction()
      .execute((trx) => notifyOfVisit({ trx, app, who: operator }, { visit, notice }));
  }
}

const answers: [RegExp, string][] = [
  [/Thanks\. See you/, "thanks"],
  [/Which visit/, "which"],
  [/Choose another time/, "link"],
  [/Choose a later time/, "later"],
  [/To choose a later time, call/, "call for later"],
  [/To change your visit/, "call"],
];

/** Compares the database with the model. */
export async function compare({ app, model, phones, patients, ids }: Clinic, label: string): Promise<void> {
  const visits = await app.db
    .selectFrom("visits")
    .select(["start_at", "patient_confirmed_at", "equipment_missing_at"])
    .where("id", "in", ids)
    .orderBy("id")
    .execute();
  expect(
    visits.map((visit) => ({
      start: visit.start_at,
      confirmed: visit.patient_confirmed_at,
      missing: visit.equipment_missing_at,
    })),
    label,
  ).toEqual(model.visits.map(({ start, confirmed, missing }) => ({ start, confirmed, missing })));
  const delivered = await app.db
    .selectFrom("shipments")
    .select("order_id")
    .where("delivered_at", "is not", null)
    .execute();
  const arrived = new Set(delivered.map(({ order_id }) => order_id));
  expect(
    patients.map(({ order }) => arrived.has(order)),
    label,
  ).toEqual(model.arrived);
  for (const [to, phone] of phones.entries()) {
    const number = model.numbers[to];
    const sent = await app.db
      .selectFrom("outbox")
      .select("body_sealed")
      .where("recipient", "=", phone)
      .where("kind", "=", "reply-answer")
      .where("status", "=", "sent")
      .orderBy("id")
      .execute();
    const texts = sent.map(({ body_sealed }) => {
      const body = app.secrets.open(body_sealed);
      return answers.find(([pattern]) => pattern.test(body))?.[1] ?? body;
    });
    expect(texts, label).toEqual(number?.answers.map(({ text }) => text));
    const conversation = await app.db
      .selectFrom("threads")
      .select("last_dir")
      .where("phone", "=", phone)
      .executeTakeFirst();
    expect(conversation?.last_dir === "in", `${label}: ${to} waits for staff`).toBe(number?.waiting);
    const consents = await app.db.selectFrom("consents").select("id").where("phone", "=", phone).execute();
    expect(consents, label).toHaveLength(number?.entries ?? 0);
  }
}
