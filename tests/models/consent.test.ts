import fc from "fast-check";
import { expect, test } from "vitest";
import { day, hour } from "~/core/time";
import { ProviderProblem } from "~/integrations/provider-problem";
import { giveConsent } from "~/messages/consent/consents.server";
import { isAnythingDue } from "~/messages/delivery/claim-due-messages.server";
import { recordProblem, recordSent } from "~/messages/delivery/record-attempt.server";
import { say, takeDue, write } from "../support/http-actions";
import { scratchApp } from "../support/scratch";
import type { Act } from "./consent-model";
import { running } from "./histories";
import {
  type ClinicApp,
  type Fault,
  faults,
  follow,
  type Numbers,
  openNumbers,
  spoil,
  to,
  words,
} from "./numbers";

/** Sends due texts one at a time, as the worker does; `end` sets each outcome. */
async function handOver(
  { app, phones, handedOver }: Numbers,
  most: number,
  end: (row: Parameters<typeof recordSent>[1]) => Promise<void>,
): Promise<void> {
  for (let taken = 0; taken < most && (await isAnythingDue(app.reads, app.clock.now())); ) {
    for (const row of await takeDue(app, "a worker", 1)) {
      taken += 1;
      handedOver.push(`${phones.indexOf(row.recipient)} ${app.secrets.open(row.body_sealed)}`);
      await end(row);
    }
  }
}

async function perform(numbers: Numbers, act: Act): Promise<void> {
  const { app, phones, visits, model } = numbers;
  const phone = "to" in act ? (phones[act.to] ?? "") : "";
  const visit = "to" in act ? visits[act.to] : undefined;
  const agree = (source: "booking" | "import") =>
    app.db.transaction().execute((trx) => giveConsent(trx, app, { phone, source, wording: null }));
  switch (act.act) {
    case "write":
      await write(app, phone, `person ${model.acts + 1}`);
      return;
    case "tell":
      await write(app, phone, "visit", {
        automated: true,
        kind: "visit-submitted",
        visit_id: visit?.id,
        visit_start: model.visits[act.to]?.start,
      });
      return;
    case "say":
      await say(app, phone, act.words);
      return;
    case "tick":
      await agree("booking");
      return;
    case "paper":
      await agree("import");
      return;
    case "visit":
      await app.db
        .updateTable("visits")
        .set((of) =>
          act.becomes === "cancelled"
            ? { status: "cancelled" }
            : { start_at: of("start_at", "+", hour), end_at: of("end_at", "+", hour) },
        )
        .where("id", "=", visit?.id ?? 0)
        .execute();
      return;
    case "deliver":
      await handOver(numbers, Number.POSITIVE_INFINITY, (row) =>
        recordSent(app, row, { providerId: `SM${row.id}`, delivered: false }),
      );
      return;
    case "blocked":
      await handOver(numbers, 1, (row) =>
        recordProblem(
          app,
          row,
          new ProviderProblem("Blocked.", { permanent: true, optedOut: true, code: "21610" }),
        ),
      );
      return;
    case "wait":
      app.clock.advance(act.for);
  }
}

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ act: fc.constantFrom("write" as const, "tell" as const), to }) },
  { weight: 5, arbitrary: fc.record({ act: fc.constant("say" as const), to, words }) },
  fc.record({ act: fc.constantFrom("tick" as const, "paper" as const), to }),
  fc.record({
    act: fc.constant("visit" as const),
    to,
    becomes: fc.constantFrom("cancelled" as const, "moved" as const),
  }),
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constantFrom("deliver" as const, "deliver" as const, "blocked" as const),
    }),
  },
  fc.record({ act: fc.constant("wait" as const), for: fc.constantFrom(hour, 12 * hour, day) }),
);

const histories = (app: ClinicApp, { after }: Fault = {}) =>
  fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 25, size: "max" }), async (acts) =>
    follow(
      await openNumbers(app),
      acts.map((each) => [each]),
      async (numbers, turn) => {
        for (const each of turn) {
          await perform(numbers, each);
          await after?.(numbers, each);
        }
      },
    ),
  );

const open = () => scratchApp({ QUIET_HOURS: "off" });

test("in random histories each text is sent once, in order, and never after an opt-out", async () => {
  await fc.assert(histories(open()), running(15));
});

test.each(faults)("the model notices that %s", async (_name, fault) => {
  const app = open();
  await spoil(app, fault);
  const found = await fc.check(histories(app, fault), { ...running(300), endOnFailure: true });
  expect(found.failed).toBe(true);
});
