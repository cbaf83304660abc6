import fc from "fast-check";
import { expect, test } from "vitest";
import { day, hour } from "~/core/time";
import { ProviderProblem } from "~/integrations/provider-problem";
import { giveConsent } from "~/messages/consent/consents.server";
import { isAnythingDue } from "~/messages/delivery/claim-due-messages.server";
import { recordProblem, recordSent } from "~/messages/delivery/record-attempt.server";
import { cases, fewOf } from "../support/cases";
import { say, takeDue, write } from "../support/http-actions";
import { scratchApp } from "../support/scratch";
import type { Action } from "./consent-model";
import { runSettings } from "./histories";
import {
  type ClinicApp,
  checkHistory,
  type Fault,
  faults,
  injectFault,
  type Numbers,
  openNumbers,
  to,
  words,
} from "./numbers";

/** Sends due texts one at a time, like the worker. `end` records each outcome. */
async function sendDue(
  { app, phones, sent }: Numbers,
  most: number,
  end: (row: Parameters<typeof recordSent>[1]) => Promise<void>,
): Promise<void> {
  for (let count = 0; count < most && (await isAnythingDue(app.reads, app.clock.now())); ) {
    for (const row of await takeDue(app, "a worker", 1)) {
      count += 1;
      sent.push(`${phones.indexOf(row.recipient)} ${app.secrets.open(row.body_sealed)}`);
      await end(row);
    }
  }
}

async function perform(numbers: Numbers, action: Action): Promise<void> {
  const { app, phones, visits, model } = numbers;
  const phone = "to" in action ? (phones[action.to] ?? "") : "";
  const visit = "to" in action ? visits[action.to] : undefined;
  const agree = (source: "booking" | "import") =>
    app.db.transaction().execute((trx) => giveConsent({ trx, app }, { phone, source, wording: null }));
  switch (action.type) {
    case "write":
      await write(app, phone, `person ${model.actionCount + 1}`);
      return;
    case "notify":
      await write(app, phone, "visit", {
        automated: true,
        kind: "visit-submitted",
        visit_id: visit?.id,
        visit_start: model.visits[action.to]?.start,
      });
      return;
    case "say":
      await say(app, phone, action.words);
      return;
    case "consent-by-booking":
      await agree("booking");
      return;
    case "consent-by-import":
      await agree("import");
      return;
    case "visit":
      await app.db
        .updateTable("visits")
        .set((eb) =>
          action.becomes === "cancelled"
            ? { status: "cancelled" }
            : { start_at: eb("start_at", "+", hour), end_at: eb("end_at", "+", hour) },
        )
        .where("id", "=", visit?.id ?? 0)
        .execute();
      return;
    case "deliver":
      await sendDue(numbers, Number.POSITIVE_INFINITY, (row) =>
        recordSent(app, row, { providerId: `SM${row.id}`, delivered: false }),
      );
      return;
    case "blocked":
      await sendDue(numbers, 1, (row) =>
        recordProblem(
          app,
          row,
          new ProviderProblem("Blocked.", { permanent: true, optedOut: true, code: "21610" }),
        ),
      );
      return;
    case "wait":
      app.clock.advance(action.for);
  }
}

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constantFrom("write" as const, "notify" as const), to }) },
  { weight: 5, arbitrary: fc.record({ type: fc.constant("say" as const), to, words }) },
  fc.record({ type: fc.constantFrom("consent-by-booking" as const, "consent-by-import" as const), to }),
  fc.record({
    type: fc.constant("visit" as const),
    to,
    becomes: fc.constantFrom("cancelled" as const, "moved" as const),
  }),
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constantFrom("deliver" as const, "deliver" as const, "blocked" as const),
    }),
  },
  fc.record({ type: fc.constant("wait" as const), for: fc.constantFrom(hour, 12 * hour, day) }),
);

const histories = (app: ClinicApp, { after }: Fault = {}) =>
  fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 25, size: "max" }), async (actions) =>
    checkHistory(
      await openNumbers(app),
      actions.map((each) => [each]),
      async (numbers, turn) => {
        for (const each of turn) {
          await perform(numbers, each);
          await after?.(numbers, each);
        }
      },
    ),
  );

const open = () => scratchApp({ QUIET_HOURS: "off" });

test("in random histories, each text is sent once, in order, and never after an opt-out", async () => {
  await fc.assert(histories(open()), runSettings(cases(5, 15)));
});

test.each(fewOf(faults))("the model detects that %s", async (_name, fault) => {
  const app = open();
  await injectFault(app, fault);
  const found = await fc.check(histories(app, fault), { ...runSettings(300), endOnFailure: true });
  expect(found.failed).toBe(true);
});
