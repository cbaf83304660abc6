import fc from "fast-check";
import { sql } from "kysely";
import { expect } from "vitest";
import { giveConsent, withdrawConsent } from "~/messages/consent/consents.server";
import { conversation, openThread, rowsTo } from "../support/http-actions";
import { monday, type scratchApp } from "../support/scratch";
import { seedOrder, seedTherapist, seedVisit } from "../support/seed";
import { type Act, type DoorAct, help, Ledger, stop, talk, yes } from "./consent-model";

export type ClinicApp = ReturnType<typeof scratchApp>;

let serial = 0;

/** Two patients with a visit each, whose numbers have no messages. */
export async function openNumbers(app: ClinicApp, ahead?: number) {
  app.clock.set(monday);
  const model = new Ledger(monday, ahead);
  // Messages that an earlier history left are not part of this one.
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
  return { app, model, phones, visits, handedOver: [] as string[] };
}

export type Numbers = Awaited<ReturnType<typeof openNumbers>>;

// Only the kind of automated texts: other tests check their wording.
const kindOf = (body: string) =>
  /^person \d+$/.test(body)
    ? body
    : /Reply YES/.test(body)
      ? "request"
      : /^visit$|(^|: )(Request for|Visit with|Your visit|Reminder)/.test(body)
        ? "visit"
        : "help";

/** How many texts were sent to the provider. */
const handedOverBy = (model: Ledger) =>
  model.texts.filter(({ status }) => status === "sent" || status === "failed").length;

/** Runs acts on two numbers and compares the database with the model after each. */
export async function follow<Done extends Act | DoorAct>(
  numbers: Numbers,
  turns: Done[][],
  by: (numbers: Numbers, turn: Done[]) => Promise<void>,
): Promise<void> {
  const { model, handedOver } = numbers;
  for (const [number, turn] of turns.entries()) {
    const label = `turn ${number}: ${JSON.stringify(turn)}`;
    await by(numbers, turn);
    const before = handedOverBy(model);
    for (const act of turn) model.perform(act);
    expect(handedOver.splice(0), label).toHaveLength(handedOverBy(model) - before);
    await compare(numbers, label);
  }
}

async function compare({ app, model, phones }: Numbers, label: string): Promise<void> {
  for (const [to, phone] of phones.entries()) {
    const own = model.texts.filter((text) => text.to === to);
    const shown = (await conversation(app, phone)).map(({ direction, body, status }) =>
      direction === "in" ? "in received" : `${kindOf(body)} ${status}`,
    );
    const named = own.map(({ kind, status, by }) =>
      kind === "person" ? `person ${by} ${status}` : `${kind} ${status}`,
    );
    expect(shown, label).toEqual(named);
    const rows = (await rowsTo(app, phone)).map(({ status }) => status);
    expect(rows, label).toEqual(own.filter(({ kind }) => kind !== "in").map(({ status }) => status));
    if (own.length > 0) {
      const agreed = model.standing[to] === "given";
      expect((await openThread(app, phone)).sms_consent, label).toBe(agreed ? 1 : 0);
    }
    const ledger = await app.db.selectFrom("consents").select("given").where("phone", "=", phone).execute();
    expect(ledger, label).toHaveLength(model.entries[to] ?? 0);
  }
}

export const to = fc.nat(1);
export const words = fc.oneof(...[yes, stop, help, talk].map((list) => fc.constantFrom(...list)));

/** A fault's change to the database, before the history or after each act. */
export interface Fault {
  trigger?: string;
  after?: (numbers: Numbers, done: Act | DoorAct) => Promise<unknown>;
}

export async function spoil(app: ClinicApp, { trigger }: Fault): Promise<void> {
  if (trigger) await sql.raw(`create trigger spoilt ${trigger}; end`).execute(app.db);
}

const event = ({ app, phones }: Numbers, to: number) =>
  [app.db, app, { phone: phones[to] ?? "", source: "keyword", wording: null }] as const;

/** Faults that programmers make, for acts by function call or over HTTP. */
export const faults: [name: string, fault: Fault][] = [
  [
    "a request for consent is sent each time",
    {
      trigger:
        "after insert on outbox when new.kind = 'consent-request' begin update outbox set created_at = created_at - 100000000 where id = new.id",
    },
  ],
  [
    "what is held goes without a yes",
    {
      trigger:
        "after insert on outbox when new.status = 'held' begin update outbox set status = 'queued' where id = new.id",
    },
  ],
  [
    "what was held is called sent and never goes",
    {
      trigger:
        "after update of status on outbox when old.status = 'held' and new.status = 'queued' begin update outbox set status = 'sent' where id = new.id",
    },
  ],
  [
    "a STOP is not written down",
    { trigger: "before insert on consents when new.given = 0 begin select raise(ignore)" },
  ],
  [
    "a STOP is forgotten with the next booking",
    {
      after: async (numbers, done) => {
        if (done.act === "tick" || (done.act === "book" && done.agrees))
          await giveConsent(...event(numbers, done.to));
      },
    },
  ],
  [
    "a thread does not follow the ledger",
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
    "a cancelled visit stays as it was",
    {
      trigger:
        "after update of status on visits when new.status = 'cancelled' begin update visits set status = old.status where id = new.id",
    },
  ],
  [
    "STOP releases what is held",
    {
      after: async ({ app }, done) => {
        if (done.act !== "say" || !stop.includes(done.words)) return;
        await app.db.updateTable("outbox").set({ status: "queued" }).where("status", "=", "held").execute();
      },
    },
  ],
  [
    "a message is delivered twice",
    {
      trigger:
        "after update of status on outbox when new.status = 'sent' and old.attempts = 1 begin update outbox set status = 'queued' where id = new.id",
    },
  ],
  [
    '"stop by" is taken for a STOP',
    {
      after: async (numbers, done) => {
        if (done.act === "say" && done.words.includes("stop by"))
          await withdrawConsent(...event(numbers, done.to));
      },
    },
  ],
];
