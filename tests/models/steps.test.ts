import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { scratchApp } from "../support/scratch";
import { running } from "./histories";
import { type ClinicApp, histories, perform } from "./steps-model";

test("in random histories each order is in one step, with the time it was reached, and is counted there", async () => {
  await fc.assert(histories(scratchApp()), running(10));
});

const run = (statement: string) => (app: ClinicApp) => sql.raw(statement).execute(app.db);

test.each<[fault: string, spoil: ((app: ClinicApp) => unknown) | null, by?: typeof perform]>([
  [
    "an order stays in its step",
    run("create trigger still before update of step on orders begin select raise(ignore); end"),
  ],
  [
    "an entry is not kept",
    run("create trigger lost before insert on order_steps when new.step = 5 begin select raise(ignore); end"),
  ],
  ["the counts do not follow", run("drop trigger step_counts_update")],
  [
    "a sent link is forgotten",
    run("create trigger unsent before update of sent_at on link_codes begin select raise(ignore); end"),
  ],
  [
    "a completed visit leaves its order open",
    run(
      "create trigger open after update of closed_at on orders when new.closed_at is not null begin update orders set closed_at = null where id = new.id; end",
    ),
  ],
  [
    "the order system overrules a visit",
    run(
      "create trigger overruled after update of source_step on orders begin update orders set step = new.source_step where id = new.id; end",
    ),
  ],
])("the model notices that %s", async (_fault, spoil, by = perform) => {
  const app = scratchApp();
  await spoil?.(app);
  const found = await fc.check(histories(app, by), { ...running(300), endOnFailure: true });
  expect(found.failed).toBe(true);
});
