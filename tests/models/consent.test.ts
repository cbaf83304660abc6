import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { day, hour } from "~/core/time";
import { ProviderProblem } from "~/integrations/provider-problem";
import { giveConsent, withdrawConsent } from "~/outbox/consents.server";
import { claimDue, isAnythingDue } from "~/outbox/worker/claim.server";
import { noteProblem, noteTaken } from "~/outbox/worker/finish.server";
import { monday, scratchApp } from "../support/scratch";
import { seedOrder, seedTherapist, seedVisit } from "../support/seed";
import { conversation, openThread, rowsTo, say, write } from "../support/talk";
import { running } from "./histories";
import { type Act, help, Ledger, stop, talk, yes } from "./ledger";

type ClinicApp = ReturnType<typeof scratchApp>;

let serial = 0;

/** Two patients with a visit each, whose numbers nobody has written to. */
async function openNumbers(app: ClinicApp) {
  app.clock.set(monday);
  const model = new Ledger(monday);
  // What an earlier history left to be delivered is none of this one's.
  await app.db.updateTable("outbox").set({ status: "dropped" }).where("status", "<>", "sent").execute();
  const phones: string[] = [];
  const visits: Awaited<ReturnType<typeof seedVisit>>[] = [];
  for (const { start } of model.visits) {
    const phone = `+1984555${1000 + serial++}`;
    const order = await seedOrder(app, { phone });
    const therapist = await seedTherapist(app);
    phones.push(phone);
    visits.push(await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at: start }));
  }
  return { app, model, phones, visits, handedOver: [] as string[] };
}

type Numbers = Awaited<ReturnType<typeof openNumbers>>;

/** Hands over what is due as the worker does, one at a time; how it goes is said by `end`. */
async function handOver(
  { app, phones, handedOver }: Numbers,
  most: number,
  end: (row: Parameters<typeof noteTaken>[1]) => Promise<void>,
): Promise<void> {
  for (let taken = 0; taken < most && (await isAnythingDue(app.reads, app.clock.now())); ) {
    for (const row of await claimDue(app, "a worker", 1)) {
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
      await write(app, phone, `visit ${model.acts + 1}`, {
        automated: true,
        kind: "visit-submitted",
        visitId: visit?.id,
        visitStart: model.visits[act.to]?.start,
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
        noteTaken(app, row, { providerId: `SM${row.id}`, delivered: false }),
      );
      return;
    case "blocked":
      await handOver(numbers, 1, (row) =>
        noteProblem(
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

// Of what the product writes itself, the kind alone: its words are other tests' business.
const kindOf = (body: string) =>
  /^(person|visit) \d+$/.test(body) ? body : /Reply YES/.test(body) ? "request" : "help";

async function follow(numbers: Numbers, acts: Act[], by: typeof perform): Promise<void> {
  const { app, model, phones, handedOver } = numbers;
  for (const [number, act] of acts.entries()) {
    const told = `act ${number}: ${JSON.stringify(act)}`;
    await by(numbers, act);
    const sent = model.texts.filter(({ status }) => status === "sent" || status === "failed").length;
    model.perform(act);
    const gone = model.texts.filter(({ status }) => status === "sent" || status === "failed").length - sent;
    expect(handedOver.splice(0), told).toHaveLength(gone);
    for (const [to, phone] of phones.entries()) {
      const own = model.texts.filter((text) => text.to === to);
      const shown = (await conversation(app, phone)).map(({ direction, body, status }) =>
        direction === "in" ? "in received" : `${kindOf(body)} ${status}`,
      );
      const named = own.map(({ kind, status, by: act }) =>
        kind === "person" || kind === "visit" ? `${kind} ${act} ${status}` : `${kind} ${status}`,
      );
      expect(shown, told).toEqual(named);
      const rows = (await rowsTo(app, phone)).map(({ status }) => status);
      expect(rows, told).toEqual(own.filter(({ kind }) => kind !== "in").map(({ status }) => status));
      const standing = model.standing[to];
      if (own.length > 0) {
        expect((await openThread(app, phone)).sms_consent, told).toBe(standing === "given" ? 1 : 0);
      }
      const ledger = await app.db.selectFrom("consents").select("given").where("phone", "=", phone).execute();
      expect(ledger, told).toHaveLength(model.entries[to] ?? 0);
    }
  }
}

const to = fc.nat(1);
const words = fc.oneof(...[yes, stop, help, talk].map((list) => fc.constantFrom(...list)));
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

const histories = (app: ClinicApp, by = perform) =>
  fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 25, size: "max" }), async (acts) =>
    follow(await openNumbers(app), acts, by),
  );

const open = () => scratchApp({ QUIET_HOURS: "off" });

test("whatever people write, say and agree to, each text goes once, in its turn, and to nobody who said STOP", async () => {
  await fc.assert(histories(open()), running(15));
});

const run = (statement: string) => (app: ClinicApp) => sql.raw(statement).execute(app.db);

test.each<[fault: string, spoil: ((app: ClinicApp) => unknown) | null, by?: typeof perform]>([
  [
    "a request for consent is sent each time",
    run(
      "create trigger ago after insert on outbox when new.kind = 'consent-request' begin update outbox set created_at = created_at - 100000000 where id = new.id; end",
    ),
  ],
  [
    "what is held goes without a yes",
    run(
      "create trigger free after insert on outbox when new.status = 'held' begin update outbox set status = 'queued' where id = new.id; end",
    ),
  ],
  [
    "what was held is called sent and never goes",
    run(
      "create trigger turned after update of status on outbox when old.status = 'held' and new.status = 'queued' begin update outbox set status = 'sent' where id = new.id; end",
    ),
  ],
  [
    "a STOP is not written down",
    run("create trigger deaf before insert on consents when new.given = 0 begin select raise(ignore); end"),
  ],
  [
    "a STOP is forgotten with the next booking",
    null,
    (numbers, done) => perform(numbers, done.act === "tick" ? { ...done, act: "say", words: "YES" } : done),
  ],
  [
    "a thread does not follow the ledger",
    run("create trigger same before update of sms_consent on threads begin select raise(ignore); end"),
  ],
  [
    "a number that the provider blocks goes on being texted",
    null,
    async (numbers, done) => {
      await perform(numbers, done);
      if (done.act !== "blocked") return;
      for (const phone of numbers.phones) {
        await numbers.app.db
          .deleteFrom("consents")
          .where("phone", "=", phone)
          .where("source", "=", "provider")
          .execute();
      }
    },
  ],
  [
    "what is about a cancelled visit is sent",
    run(
      "create trigger stays before update of status on visits when new.status = 'cancelled' begin select raise(ignore); end",
    ),
  ],
  [
    "STOP releases what is held",
    null,
    async (numbers, done) => {
      await perform(numbers, done);
      if (done.act !== "say" || !stop.includes(done.words)) return;
      await numbers.app.db
        .updateTable("outbox")
        .set({ status: "queued" })
        .where("status", "=", "held")
        .execute();
    },
  ],
  [
    "a message is delivered twice",
    run(
      "create trigger twice after update of status on outbox when new.status = 'sent' and old.attempts = 1 begin update outbox set status = 'queued' where id = new.id; end",
    ),
  ],
  [
    '"stop by" is taken for a STOP',
    null,
    async (numbers, done) => {
      await perform(numbers, done);
      if (done.act !== "say" || !done.words.includes("stop by")) return;
      const { app, phones } = numbers;
      await app.db
        .transaction()
        .execute((trx) =>
          withdrawConsent(trx, app, { phone: phones[done.to] ?? "", source: "keyword", wording: null }),
        );
    },
  ],
])("the model notices where %s", async (_fault, spoil, by = perform) => {
  const app = open();
  await spoil?.(app);
  const found = await fc.check(histories(app, by), { ...running(300), endOnFailure: true });
  expect(found.failed).toBe(true);
});
