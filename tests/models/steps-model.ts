import fc from "fast-check";
import { expect } from "vitest";
import { hour } from "~/core/time";
import { operator } from "~/core/who";
import { generateCode } from "~/orders/access/generate-code.server";
import { upsertOrdersFromApi } from "~/orders/upsert-orders-from-api.server";
import { bookVisit } from "~/visits/book-visit.server";
import { cancelVisit } from "~/visits/cancel-visit.server";
import { completeVisit } from "~/visits/complete-visit.server";
import { confirmVisit } from "~/visits/confirm-visit.server";
import { monday, type scratchApp } from "../support/scratch";
import { seedDatabase, seedTherapist } from "../support/seed";
import { outcomeOf } from "./clinic";

export type ClinicApp = ReturnType<typeof scratchApp>;

/** One act on three orders. */
export type Act =
  | { act: "source"; order: number; step: number }
  | { act: "send" | "book" | "confirm" | "complete" | "cancel"; order: number }
  | { act: "wait" };

interface ModelOrder {
  source: number;
  sent: boolean;
  visits: string[];
  step: number;
  since: number;
  closed: boolean;
  history: string[];
}

/** Part 3, section 4: the visit decides, else the link, else the order system; every entry is kept. */
class Workflow {
  now = monday;
  orders: ModelOrder[] = [0, 1, 2].map(() => this.#begin(1));

  #begin(step: number): ModelOrder {
    const history = [`${step} at ${monday}`];
    return { source: step, sent: false, visits: [], step, since: monday, closed: false, history };
  }

  /** Does what the order's newest visit allows. */
  perform(act: Act): void {
    if (act.act === "wait") {
      this.now += hour;
      return;
    }
    const order = this.orders[act.order];
    if (!order) return;
    const last = order.visits.length - 1;
    const newest = order.visits[last];
    const active = newest === "submitted" || newest === "confirmed";
    if (act.act === "source") order.source = act.step;
    if (act.act === "send") order.sent = true;
    if (act.act === "book" && !active) order.visits.push("submitted");
    if (act.act === "confirm" && newest === "submitted") order.visits[last] = "confirmed";
    if (act.act === "complete" && newest === "confirmed") order.visits[last] = "completed";
    if (act.act === "cancel" && active) order.visits[last] = "cancelled";
    this.#settle(order);
  }

  #settle(order: ModelOrder): void {
    const active = order.visits.find((status) => status === "submitted" || status === "confirmed");
    if (!active && order.visits.includes("completed")) {
      order.closed = true;
      return;
    }
    const step = active ? (active === "confirmed" ? 7 : 6) : order.sent ? 5 : order.source;
    if (step !== order.step) {
      const entry = `${step} at ${this.now}`;
      if (!order.history.includes(entry)) order.history.push(entry);
    }
    if (step !== order.step || order.closed) order.since = this.now;
    order.step = step;
    order.closed = false;
  }
}

let serial = 0;

/** Three orders in the database, and the model of them. */
export async function openOrders(app: ClinicApp) {
  app.clock.set(monday);
  const model = new Workflow();
  const database = await seedDatabase(app, `DB${++serial}`);
  const therapist = await seedTherapist(app);
  const rows = model.orders.map((_, number) => ({
    brightree_db: database,
    patient_id: 1000 + number,
    sales_order_no: `SO${number}`,
    phone: `919555${2000 + number}`,
    step: 1,
  }));
  await upsertOrdersFromApi(app, operator, rows);
  const read = () =>
    app.db.selectFrom("orders").selectAll().where("brightree_db", "=", database).orderBy("id").execute();
  return { app, model, database, therapist, rows, read };
}

export type World = Awaited<ReturnType<typeof openOrders>>;

/** Performs an act with the functions that pages and the API share. */
export async function perform({ app, rows, therapist, read, model }: World, act: Act): Promise<void> {
  if (act.act === "wait") return app.clock.advance(hour);
  const row = rows[act.order];
  const order = (await read())[act.order];
  if (!row || !order) throw new Error("Order not found.");
  const newest = await app.db
    .selectFrom("visits")
    .select("id")
    .where("order_id", "=", order.id)
    .orderBy("id", "desc")
    .executeTakeFirst();
  const id = newest?.id ?? 987_654_321;
  const { patient_id, brightree_db, sales_order_no } = row;
  switch (act.act) {
    case "source":
      await upsertOrdersFromApi(app, operator, [{ ...row, step: act.step }]);
      return;
    case "send":
      await generateCode(app, operator, {
        patient_id,
        brightree_db,
        sales_order_no,
        email: "patient@mail.example",
      });
      return;
    case "book": {
      const before = model.orders.flatMap(({ visits }) => visits).length;
      const datetime = app.clock.now() + 72 * hour + (before + 1) * hour;
      const booking = { patient_id, brightree_db, sales_order_no, therapist: therapist.name, datetime };
      await outcomeOf(bookVisit(app, operator, { ...booking, sms_consent: true }));
      return;
    }
    case "confirm":
      await outcomeOf(
        confirmVisit(app, operator, { appointment_id: id, meeting_link: "https://meet.example/a" }),
      );
      return;
    case "complete":
      await outcomeOf(completeVisit(app, operator, id));
      return;
    case "cancel":
      await outcomeOf(cancelVisit(app, operator, id));
  }
}

async function compare({ app, model, database, read }: World, label: string): Promise<void> {
  const orders = await read();
  expect(
    orders.map(({ step, step_at, closed_at }) => ({ step, since: step_at, closed: closed_at !== null })),
    label,
  ).toEqual(model.orders.map(({ step, since, closed }) => ({ step, since, closed })));
  for (const [number, { id }] of orders.entries()) {
    const history = await app.db.selectFrom("order_steps").selectAll().where("order_id", "=", id).execute();
    expect(history.map(({ step, reached_at }) => `${step} at ${reached_at}`).sort(), label).toEqual(
      [...(model.orders[number]?.history ?? [])].sort(),
    );
  }
  const counts = await app.db
    .selectFrom("step_counts")
    .select(["step", "orders"])
    .where("brightree_db", "=", database)
    .where("orders", ">", 0)
    .orderBy("step")
    .execute();
  const open = model.orders.filter(({ closed }) => !closed);
  expect(counts, label).toEqual(
    [1, 2, 3, 4, 5, 6, 7]
      .map((step) => ({ step, orders: open.filter((order) => order.step === step).length }))
      .filter(({ orders: count }) => count > 0),
  );
}

const order = fc.nat(2);
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ act: fc.constant("source" as const), order, step: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ act: fc.constant("send" as const), order }),
  fc.record({ act: fc.constant("book" as const), order }),
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constantFrom("confirm" as const, "complete" as const, "cancel" as const),
      order,
    }),
  },
  fc.constant({ act: "wait" as const }),
);

/** Runs histories and compares the orders with the model after every act. */
export const histories = (app: ClinicApp, by = perform) =>
  fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 30, size: "max" }), async (acts) => {
    const world = await openOrders(app);
    for (const [number, each] of acts.entries()) {
      await by(world, each);
      world.model.perform(each);
      await compare(world, `act ${number}: ${JSON.stringify(each)}`);
    }
  });
