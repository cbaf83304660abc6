import fc from "fast-check";
import { sql } from "kysely";
import { expect } from "vitest";
import { giveConsent, withdrawConsent } from "~/messages/consent/consents.server";
import { conversationRows, openConversation, rowsTo } from "../support/http-actions";
import { monday, type scratchApp } from "../support/scratch";
import { seedOrder, seedTherapist, seedVisit } from "../support/seed";
import { type Action, type HttpAction, help, Ledger, stop, talk, yes } from "./consent-model";

export type ClinicApp = ReturnType<typeof scratchApp>;

let serial = 0;

/** Creates two patients who have a visit but no messages. */
export async function openNumbers(app: ClinicApp, leadTime?: number) {
  app.clock.set(monday);
  const model = new Ledger(monday, leadTime);
  // Ignores messages from earlier histories.
  await app.db.updateTable("outbox").set({ status: "dropped" }).where("status", "<>", "sent").execute();
  const phones: string[] = [];
  const visits: { id: number }[] = [];
  for (const { start } of model.visits) {
    const phone = `+1984555${1000 + serial++}`;
    const order = await seedOrder(app, { phone });
    const therapist = await seedTherapist(app);
    phones.push(phone);
    const visit = { order_id: order.id, therapist_id: therapist.id, start_at: start, sms_consent: 0 };
    visits.push(await seedVisit(app, visit));
  }
  return { app, model, phones, visits, sent: [] as string[] };
}

export type Numbers = Awaited<ReturnType<typeof openNumbers>>;

// Only the kind of an automated text matters. Other tests check the wording.
const kindOf = (body: string) =>
  /^person \d+$/.test(body)
    ? body
    : /Reply YES/.test(body)
      ? "request"
      : /^visit$|(^|: )(Request for|Visit with|Your visit|Reminder)/.test(body)
        ? "visit"
        : "help";

/** The number of texts sent to the provider. */
const countSent = (model: Ledger) =>
  model.texts.filter(({ status }) => status === "sent" || status === "failed").length;

/** Runs groups of actions and compares the database with the model after each group. */
export async function checkHistory<Done extends Action | HttpAction>(
  numbers: Numbers,
  turns: Done[][],
  run: (numbers: Numbers, turn: Done[]) => Promise<void>,
): Promise<void> {
  const { model, sent } = numbers;
  for (const [number, turn] of turns.entries()) {
    const label = `turn ${number}: ${JSON.stringify(turn)}`;
    await run(numbers, turn);
    const before = countSent(model);
    for (const action of turn) model.perform(action);
    expect(sent.splice(0), label).toHaveLength(countSent(model) - before);
    await compare(numbers, label);
  }
}

async function compare({ app, model, phones }: Numbers, label: string): Promise<void> {
  for (const [to, phone] of phones.entries()) {
    const own = model.texts.filter((text) => text.to === to);
    const shown = (await conversationRows(app, phone)).map(({ direction, body, status }) =>
      direction === "in" ? "in received" : `${kindOf(body)} ${status}`,
    );
    const named = own.map(({ kind, status, createdBy }) =>
      kind === "person" ? `person ${createdBy} ${status}` : `${kind} ${status}`,
    );
    expect(shown, label).toEqual(named);
    const rows = (await rowsTo(app, phone)).map(({ status }) => status);
    expect(rows, label).toEqual(own.filter(({ kind }) => kind !== "in").map(({ status }) => status));
    if (own.length > 0) {
      const agreed = model.consent[to] === "given";
      expect((await openConversation(app, phone)).sms_consent, label).toBe(agreed ? 1 : 0);
    }
    const ledger = await app.db.selectFrom("consents").select("given").where("phone", "=", phone).execute();
    expect(ledger, label).toHaveLength(model.entries[to] ?? 0);
  }
}

export const to = fc.nat(1);
export const words = fc.oneof(...[yes, stop, help, talk].map((list) => fc.constantFrom(...list)));

/** A bug to inject: a database trigger, or a function to run after each action. */
export interface Fault {
  trigger?: string;
  after?: (numbers: Numbers, done: Action | HttpAction) => Promise<unknown>;
}

export async function injectFault(app: ClinicApp, { trigger }: Fault): Promise<void> {
  if (trigger) await sql.raw(`create trigger faulty ${trigger}; end`).execute(app.db);
}

const consentEntry = ({ app, phones }: Numbers, to: number) =>
  [
    { trx: app.db, app },
    { phone: phones[to] ?? "", source: "keyword", wording: null },
  ] as const;

/** Typical bugs, which the models must detect with function calls and over HTTP. */
export const faults: [name: string, fault: Fault][] = [
  [
    "every text sends a new consent request",
    {
      trigger:
        "after insert on outbox when new.kind = 'consent-request' begin update outbox set created_at = created_at - 100000000 where id = new.id",
    },
  ],
  [
    "held texts are sent without consent",
    {
      trigger:
        "after insert on outbox when new.status = 'held' begin update outbox set status = 'queued' where id = new.id",
    },
  ],
  [
    "released texts are marked sent but never sent",
    {
      trigger:
        "after update of status on outbox when old.status = 'held' and new.status = 'queued' begin update outbox set status = 'sent' where id = new.id",
    },
  ],
  [
    "a STOP isn't recorded",
    { trigger: "before insert on consents when new.given = 0 begin select raise(ignore)" },
  ],
  [
    "the next booking overrides a STOP",
    {
      after: async (numbers, done) => {
        if (done.type === "consent-by-booking" || (done.type === "book" && done.agrees))
          await giveConsent(...consentEntry(numbers, done.to));
      },
    },
  ],
  [
    "a thread's consent isn't updated",
    { trigger: "before update of sms_consent on threads begin select raise(ignore)" },
  ],
  [
    "a number that the provider blocks still gets texts",
    {
      after: ({ app, phones }) =>
        app.db.deleteFrom("consents").where("phone", "in", phones).where("source", "=", "provider").execute(),
    },
  ],
  [
    "a canceled visit keeps its status",
    {
      trigger:
        "after update of status on visits when new.status = 'cancelled' begin update visits set status = old.status where id = new.id",
    },
  ],
  [
    "a STOP releases held texts",
    {
      after: async ({ app }, done) => {
        if (done.type !== "say" || !stop.includes(done.words)) return;
        await app.db.updateTable("outbox").set({ status: "queued" }).where("status", "=", "held").execute();
      },
    },
  ],
  [
    "a text is sent twice",
    {
      trigger:
        "after update of status on outbox when new.status = 'sent' and old.attempts = 1 begin update outbox set status = 'queued' where id = new.id",
    },
  ],
  [
    '"stop by" counts as a STOP',
    {
      after: async (numbers, done) => {
        if (done.type === "say" && done.words.includes("stop by"))
          await withdrawConsent(...consentEntry(numbers, done.to));
      },
    },
  ],
];
