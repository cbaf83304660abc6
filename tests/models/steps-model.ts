import fc from "fast-check";
import { expect } from "vitest";
import { hour } from "~/core/time";
import { operator } from "~/core/who";
import { generateCode } from "~/orders/access/generate-code.server";
import { upsertOrdersFromApi } from "~/orders/api/orders";
import { bookVisit } from "~/visits/book-visit.server";
import { cancelVisit } from "~/visits/cancel-visit.server";
import { completeVisit } from "~/visits/complete-visit.server";
import { confirmVisit } from "~/visits/confirm-visit.server";
import { monday, type scratchApp } from "../support/scratch";
import { seedDatabase, seedTherapist } from "../support/seed";
import { outcomeOf } from "./clinic";

export type ClinicApp = ReturnType<typeof scratchApp>;

/** One action on three orders. */
export type Action =
  | { type: "source"; order: number; step: number }
  | { type: "send" | "book" | "confirm" | "complete" | "cancel"; order: number }
  | { type: "wait" };

interface ModelOrder {
  source: number;
  sent: boolean;
  visits: string[];
  step: number;
  since: number;
  closed: boolean;
  history: string[];
}

/** Part 3, section 4: the visit sets the step, then the link, then the order system. The history keeps every step. */
class Workflow {
  now = monday;
  orders: ModelOrder[] = [0, 1, 2].map(() => this.#begin(1));

  #begin(step: number): ModelOrder {
    const history = [`${step} at ${monday}`];
    return { source: step, sent: false, visits: [], step, since: monday, closed: false, history };
  }

  /** Performs an action if the order's newest visit allows it. */
  perform(action: Action): void {
    if (action.type === "wait") {
      this.now += hour;
      return;
    }
    const order = this.orders[action.order];
    if (!order) return;
    const last = order.visits.length - 1;
    const newest = order.visits[last];
    const active = newest === "submitted" || newest === "confirmed";
    if (action.type === "source") order.source = action.step;
    if (action.type === "send") order.sent = true;
    if (action.type === "book" && !active) order.visits.push("submitted");
    if (action.type === "confirm" && newest === "submitted") order.visits[last] = "confirmed";
    if (action.type === "complete" && newest === "confirmed") order.visits[last] = "completed";
    if (action.type === "cancel" && active) order.visits[last] = "cancelled";
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

/** Creates three orders in the database and their model. */
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

/** Performs an action with the functions shared by pages and the API. */
export async function perform({ app, rows, therapist, read, model }: World, action: Action): Promise<void> {
  if (action.type === "wait") return app.clock.advance(hour);
  const row = rows[action.order];
  const order = (await read())[action.order];
  if (!row || !order) throw new Error("Order not found.");
  const newest = await app.db
    .selectFrom("visits")
    .select("id")
    .where("order_id", "=", order.id)
    .orderBy("id", "desc")
    .executeTakeFirst();
  const id = newest?.id ?? 987_654_321;
  const { patient_id, brightree_db, sales_order_no } = row;
  switch (action.type) {
    case "source":
      await upsertOrdersFromApi(app, operator, [{ ...row, step: action.step }]);
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
      await outcomeOf(cancelVisit(app, operator, id, null));
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
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ type: fc.constant("source" as const), order, step: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ type: fc.constant("send" as const), order }),
  fc.record({ type: fc.constant("book" as const), order }),
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constantFrom("confirm" as const, "complete" as const, "cancel" as const),
      order,
    }),
  },
  fc.constant({ type: "wait" as const }),
);

/** Runs random histories and compares the orders with the model after every action. */
export const histories = (app: ClinicApp, performAction = perform) =>
  fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 30, size: "max" }), async (actions) => {
    const world = await openOrders(app);
    for (const [number, each] of actions.entries()) {
      await performAction(world, each);
      world.model.perform(each);
      await compare(world, `action ${number}: ${JSON.stringify(each)}`);
    }
  });
