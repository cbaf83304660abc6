import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { answerCheckIn } from "~/check-ins/answer-check-in.server";
import { runPlans } from "~/check-ins/run-plans.server";
import { day, hour } from "~/core/time";
import { operator } from "~/core/who";
import { giveConsent } from "~/messages/consent/consents.server";
import { stopTexts } from "~/messages/consent/stop-texts.server";
import { endNights } from "~/nights/first-nights.server";
import { addPlanItem, listPlanItems, removePlanItem } from "~/nights/plan.server";
import { closeOrder } from "~/visits/closing/close-order.server";
import { completeVisit } from "~/visits/complete-visit.server";
import { undoOutcome } from "~/visits/outcome/undo-outcome.server";
import { cases, fewOf } from "../support/cases";
import { agree } from "../support/http-actions";
import { monday, scratchApp } from "../support/scratch";
import { seedClinic, seedOrder, seedTherapist, seedVisit } from "../support/seed";
import { openCallOf, zone } from "../support/set-up-patients";
import { patientOf, seedStaff } from "../support/users";
import { runSettings } from "./histories";
import { type Action, editedItem, type Item, PlanModel } from "./plan-model";

const plan: Item[] = [
  { day: 1, last_day: null, type: "check_in" },
  { day: 3, last_day: 4, type: "check_in" },
  { day: 4, last_day: 5, type: "call" },
  { day: 7, last_day: null, type: "call" },
  { day: 9, last_day: null, type: "check_in" },
];

async function openClinic() {
  const app = scratchApp();
  const { database } = await seedClinic(app);
  const { id: company } = await app.db.selectFrom("companies").select("id").executeTakeFirstOrThrow();
  const supervisor = await seedStaff(app, ["supervisor"]);
  return { app, database, company, supervisor };
}

type Clinic = Awaited<ReturnType<typeof openClinic>>;

async function openWorld(clinic: Clinic, hasEmail: boolean) {
  const { app, database, company } = clinic;
  app.clock.set(monday);
  await sql`update plan_steps set state = 'ended', settled_at = 0 where state = 'planned'`.execute(app.db);
  await app.db.deleteFrom("plan_items").execute();
  await app.db
    .insertInto("plan_items")
    .values(plan.map((item) => ({ company_id: company, kind_id: null, ...item })))
    .execute();
  await app.db.updateTable("companies").set({ first_nights: 1 }).execute();
  const order = await seedOrder(app, {
    brightree_db: database,
    ...(hasEmail ? { email: "ruth@mail.example" } : { email: null }),
  });
  await agree(app, order.phone ?? "");
  const therapist = await seedTherapist(app);
  return {
    ...clinic,
    order,
    therapist,
    model: new PlanModel(monday, hasEmail, plan),
    visits: [] as number[],
  };
}

const start = (app: Clinic["app"], phone: string) =>
  app.db
    .transaction()
    .execute((trx) => giveConsent({ trx, app }, { phone, source: "keyword", wording: "START" }));

type World = Awaited<ReturnType<typeof openWorld>>;

async function perform(world: World, action: Action): Promise<unknown> {
  const { app, order, therapist, company, supervisor, visits, model } = world;
  const phone = order.phone ?? "";
  const newest = visits.at(-1) ?? 0;
  switch (action.type) {
    case "complete": {
      const start_at = app.clock.now() - hour;
      const visit = await seedVisit(app, {
        order_id: order.id,
        therapist_id: therapist.id,
        start_at,
        status: "confirmed",
        confirmed_at: start_at - day,
        patient_zone: zone,
      });
      visits.push(visit.id);
      return completeVisit(app, operator, visit.id);
    }
    case "complete-again":
      return completeVisit(app, operator, newest);
    case "undo":
      return undoOutcome(app, operator, newest);
    case "opt-out":
      return app.db
        .transaction()
        .execute((trx) => stopTexts({ trx, app }, { phone, source: "keyword", wording: "STOP" }));
    case "opt-in":
      return start(app, phone);
    case "edit": {
      const item = (await listPlanItems(app.db, company)).find((one) => one.day === editedItem.day);
      return item
        ? removePlanItem(app, operator, company, item.id)
        : addPlanItem(app, operator, company, { ...editedItem, kind_id: null });
    }
    case "return":
      return app.db
        .transaction()
        .execute((trx) => endNights({ trx, app, who: operator }, { order: order.id, reason: "returned" }));
    case "close":
      return closeOrder(app, supervisor, {
        id: order.id,
        reason: action.died ? "died" : "other_supplier",
      });
    case "toggle":
      return app.db
        .updateTable("companies")
        .set({ first_nights: action.on ? 1 : 0 })
        .execute();
    case "answer": {
      const asked = model.askedStep();
      const step = await app.db
        .selectFrom("plan_steps")
        .select("id")
        .where("order_id", "=", order.id)
        .where("day", "=", asked?.day ?? 0)
        .where("type", "=", "check_in")
        .executeTakeFirst();
      return answerCheckIn(app, patientOf(order.id), step?.id ?? 0, { answer: action.answer, troubles: [] });
    }
    case "sweep":
      return Promise.all(Array.from({ length: action.times }, () => runPlans(app)));
    case "wait":
      return app.clock.advance(action.for);
  }
}

async function compare({ app, order, model }: World, label: string): Promise<void> {
  const steps = await app.db
    .selectFrom("plan_steps")
    .select(["day", "type", "due_at", "state"])
    .where("order_id", "=", order.id)
    .orderBy("due_at")
    .orderBy("day")
    .execute();
  const show = (shown: { day: number; type: string; state: string }, due: number) =>
    `${shown.day} ${shown.type} ${shown.state} ${new Date(due).toISOString()}`;
  expect(
    steps.map((step) => show(step, step.due_at)),
    label,
  ).toEqual(model.steps.map((step) => show(step, step.due)));
  expect((await openCallOf(app, order.id)) ?? null, label).toEqual(model.call);
  const { asked } = await app.db
    .selectFrom("outbox")
    .select((eb) => eb.fn.countAll<number>().as("asked"))
    .where("order_id", "=", order.id)
    .where("kind", "=", "check-in")
    .where("dedupe_key", "is not", null)
    .executeTakeFirstOrThrow();
  expect(asked, label).toBe(model.asked);
}

const of = <Type extends Action["type"]>(type: Type) => fc.constant({ type });
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: of("complete") },
  { weight: 2, arbitrary: of("complete-again") },
  { weight: 2, arbitrary: of("undo") },
  of("opt-out"),
  of("opt-in"),
  of("edit"),
  of("return"),
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant("sweep" as const),
      times: fc.constantFrom(1 as const, 2 as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("answer" as const),
      answer: fc.constantFrom(
        "well" as const,
        "trouble" as const,
        "call" as const,
        "stop" as const,
        "returned" as const,
      ),
    }),
  },
  fc.record({ type: fc.constant("close" as const), died: fc.boolean() }),
  fc.record({ type: fc.constant("toggle" as const), on: fc.boolean() }),
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant("wait" as const),
      for: fc.constantFrom(3 * hour, 13 * hour, day, day, 3 * day),
    }),
  },
);

const wait = (length: number): Action => ({ type: "wait", for: length });
const once: Action = { type: "sweep", times: 1 };
const complete: Action = { type: "complete" };
const answered = (answer: "well" | "trouble" | "call" | "stop" | "returned"): Action => ({
  type: "answer",
  answer,
});

/** Histories that always run first, each testing one rule. */
const fixedHistories: Action[][] = [
  // What an opt-out, a return, or a stop has ended doesn't come back with another visit.
  [complete, { type: "opt-out" }, wait(3 * hour), { type: "opt-in" }, complete, wait(day), once],
  [complete, { type: "return" }, wait(3 * hour), complete, wait(3 * day), once],
  [complete, wait(3 * day), once, answered("stop"), wait(3 * hour), complete, wait(3 * day), once],
  [{ type: "opt-out" }, complete, wait(3 * day), once],
  // An undo ends only the plan that started with its visit, which comes back with it.
  [complete, { type: "undo" }, wait(3 * hour), { type: "complete-again" }, wait(day), wait(day), once],
  [complete, wait(3 * hour), complete, { type: "undo" }, wait(3 * day), once],
  // A check-in waits for the next morning, and only the newest one is sent.
  [complete, wait(day), wait(13 * hour), once, wait(13 * hour), once],
  [complete, wait(3 * day), once, answered("well"), wait(3 * day), once],
  [complete, wait(3 * day), once, answered("trouble"), wait(3 * day), once],
  [complete, wait(day), wait(3 * day), wait(3 * day), once, answered("returned")],
  [complete, wait(3 * day), once, { type: "close", died: true }, wait(3 * day), once],
  [complete, { type: "edit" }, wait(3 * hour), complete, wait(day), once],
  [{ type: "toggle", on: false }, complete, { type: "toggle", on: true }, wait(3 * hour), complete],
  [complete, wait(3 * day), { type: "sweep", times: 2 }],
];

const histories = (clinic: Clinic, by = perform) =>
  fc.asyncProperty(
    fc.array(action, { minLength: 5, maxLength: 30, size: "max" }),
    fc.boolean(),
    async (actions, hasEmail) => {
      const world = await openWorld(clinic, hasEmail);
      for (const [number, each] of actions.entries()) {
        if (!world.model.can(each)) continue;
        await by(world, each);
        world.model.perform(each);
        await compare(world, `action ${number}: ${JSON.stringify(each)}`);
      }
    },
  );

const examples = fixedHistories.map((actions) => [actions, false] as [Action[], boolean]);

test("in random histories, a plan starts once, ends immediately, and asks and calls as it says", async () => {
  await fc.assert(histories(await openClinic()), { ...runSettings(cases(16, 40)), examples });
});

const withChange =
  (change: (action: Action) => Action): typeof perform =>
  (world, each) =>
    perform(world, change(each));

const nothing = wait(0);

// Typical bugs. If the model misses one, it doesn't check that rule.
test.each<[fault: string, statement: string | null, by?: typeof perform]>(
  fewOf([
    ["an opt-out doesn't end the plan", "drop trigger plan_steps_end_with_texts"],
    [
      "another visit brings back what has ended",
      null,
      async (world, each) => {
        await perform(world, each);
        if (each.type !== "complete") return;
        const now = world.app.clock.now();
        await sql`update plan_steps set state = 'planned', settled_at = null
        where order_id = ${world.order.id} and state = 'ended' and due_at > ${now}`.execute(world.app.db);
      },
    ],
    [
      "a plan starts after an opt-out",
      null,
      async (world, each) => {
        const { app, order } = world;
        if (each.type === "complete") await start(app, order.phone ?? "");
        await perform(world, each);
      },
    ],
    [
      "a patient who wants to stop is asked again",
      "create trigger again after update of answer on plan_steps when new.answer = 'stop' begin update plan_steps set due_at = due_at + 86400000 where order_id = new.order_id and state = 'planned'; end",
    ],
    [
      "a patient without the device is only called",
      null,
      withChange((each) =>
        each.type === "answer" && each.answer === "returned" ? { type: "answer", answer: "call" } : each,
      ),
    ],
    [
      "a returned device doesn't end the plan",
      null,
      withChange((each) => (each.type === "return" ? nothing : each)),
    ],
    ["a death doesn't end the plan", null, withChange((each) => (each.type === "close" ? nothing : each))],
    [
      "an undone setup is still followed",
      "create trigger kept before delete on first_nights begin select raise(ignore); end",
    ],
    [
      "an undone setup's plan continues",
      "create trigger going after update of state on plan_steps when new.state = 'ended' and old.state = 'planned' begin update plan_steps set state = 'planned', settled_at = null where id = new.id; end",
    ],
    [
      "a check-in isn't moved out of the night",
      "create trigger fixed before update of due_at on plan_steps begin select raise(ignore); end",
    ],
    [
      "old check-ins are sent, too",
      "create trigger late after update of state on plan_steps when new.state = 'skipped' and new.type = 'check_in' begin update plan_steps set state = 'done' where id = new.id; end",
    ],
    [
      "a good answer leaves the planned calls",
      "create trigger busy before update of state on plan_steps when new.state = 'skipped' and new.type = 'call' begin select raise(ignore); end",
    ],
    [
      "nobody calls about trouble",
      "create trigger silent before insert on call_tasks when new.reason = 'nights_trouble' begin select raise(ignore); end",
    ],
    [
      "an edit changes plans that have started",
      "create trigger edited after insert on plan_items begin insert or ignore into plan_steps (order_id, started_on, day, type, due_at) select order_id, started_on, new.day, new.type, 9000000000000 from first_nights; end",
    ],
    [
      "a plan starts although the company turned this off",
      null,
      withChange((each) => (each.type === "toggle" ? nothing : each)),
    ],
    [
      "a check-in is sent twice",
      "create trigger twice after insert on outbox when new.kind = 'check-in' begin update plan_steps set state = 'planned', settled_at = null where order_id = new.order_id and type = 'check_in' and state = 'done'; end",
    ],
  ]),
)("the model detects that %s", async (_fault, statement, by) => {
  const clinic = await openClinic();
  if (statement) await sql.raw(statement).execute(clinic.app.db);
  const found = await fc.check(histories(clinic, by), {
    ...runSettings(200),
    examples,
    endOnFailure: true,
  });
  expect(found.failed).toBe(true);
});
