import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { cases, fewOf } from "../support/cases";
import { scratchApp } from "../support/scratch";
import { runSettings } from "./histories";
import { type ClinicApp, histories, perform } from "./steps-model";

test("in random histories, each order has one step, records when it reached the step, and is counted there", async () => {
  await fc.assert(histories(scratchApp()), runSettings(cases(4, 10)));
});

const run = (statement: string) => (app: ClinicApp) => sql.raw(statement).execute(app.db);

test.each<[fault: string, injectFault: ((app: ClinicApp) => unknown) | null, by?: typeof perform]>(
  fewOf([
    [
      "an order's step never changes",
      run("create trigger still before update of step on orders begin select raise(ignore); end"),
    ],
    [
      "the history is missing a step",
      run(
        "create trigger lost before insert on order_steps when new.step = 5 begin select raise(ignore); end",
      ),
    ],
    ["the counts aren't updated", run("drop trigger step_counts_update")],
    [
      "a sent link isn't recorded",
      run("create trigger unsent before update of sent_at on link_codes begin select raise(ignore); end"),
    ],
    [
      "a completed visit leaves its order open",
      run(
        "create trigger open after update of closed_at on orders when new.closed_at is not null begin update orders set closed_at = null where id = new.id; end",
      ),
    ],
    [
      "the order system's step overrides the visit's step",
      run(
        "create trigger overruled after update of source_step on orders begin update orders set step = new.source_step where id = new.id; end",
      ),
    ],
  ]),
)("the model detects that %s", async (_fault, injectFault, by = perform) => {
  const app = scratchApp();
  await injectFault?.(app);
  const found = await fc.check(histories(app, by), { ...runSettings(300), endOnFailure: true });
  expect(found.failed).toBe(true);
});
