import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { day, hour } from "~/core/time";
import { answerReply } from "~/visits/reminder-replies/answer-reply.server";
import { scratchApp } from "../support/scratch";
import { running } from "./histories";
import { type Clinic, compare, openReplies, perform, receive } from "./replies-clinic";
import { type Act, changesClose, words } from "./replies-model";

const to = fc.constantFrom(0, 0, 1);
const said = fc.oneof(...words.map((list) => fc.constantFrom(...list)));
const visit = fc.nat(2);
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ act: fc.constant("say" as const), to, words: said }) },
  { weight: 6, arbitrary: fc.record({ act: fc.constant("remind" as const), visit }) },
  fc.record({ act: fc.constantFrom("move" as const, "cancel" as const, "rebook" as const), visit }),
  fc.record({ act: fc.constant("again" as const) }),
  fc.record({ act: fc.constant("write" as const), to }),
  fc.record({ act: fc.constant("wait" as const), for: fc.constantFrom(hour, 12 * hour, day, 36 * hour) }),
);

// Most rules apply only to numbers with consent.
const agreed: Act[] = [0, 1].map((number) => ({ act: "say", to: number, words: "YES" }));
const history = fc
  .tuple(fc.constantFrom(agreed, agreed, []), fc.array(act, { minLength: 5, maxLength: 25, size: "max" }))
  .map(([first, acts]) => [...first, ...acts]);

const say = (text: string): Act => ({ act: "say", to: 0, words: text });
const remind = (patient: number): Act => ({ act: "remind", visit: patient });

/** Histories that are always tried first, each for one rule. */
const kept: Act[][] = [
  [remind(0), say("OK"), { act: "move", visit: 0 }, say("OK"), remind(0), say("OK")],
  [remind(0), say("OK"), say("CHANGE"), say("OK"), say("CHANGE"), say("CHANGE")],
  [remind(0), remind(1), say("OK"), { act: "wait", for: 36 * hour }, remind(0), remind(1), say("1")],
  [remind(0), { act: "cancel", visit: 0 }, remind(0), say("OK")],
];
const examples = kept.map((acts) => [[...agreed, ...acts]] as [Act[]]);

type Perform = typeof perform;

const histories = (app: ReturnType<typeof scratchApp>, by: Perform = perform) =>
  fc.asyncProperty(history, async (acts) => {
    const clinic = await openReplies(app);
    for (const [number, each] of acts.entries()) {
      await by(clinic, each);
      clinic.model.perform(each);
      await compare(clinic, `act ${number}: ${JSON.stringify(each)}`);
    }
  });

const open = () => scratchApp({ QUIET_HOURS: "off", PATIENT_CHANGE_HOURS: String(changesClose / hour) });

test("in random histories replies to reminders match the specification", async () => {
  await fc.assert(histories(open()), { ...running(15), examples });
});

/** Acts on the reply before opt-outs and consent. */
const repliesFirst: Perform = async (clinic: Clinic, each) => {
  if (each.act === "say") {
    const reply = { phone: clinic.phones[each.to] ?? "", body: each.words.replace(/, stop.*/, "") };
    await clinic.app.db.transaction().execute((trx) => answerReply(trx, clinic.app, reply));
  }
  await perform(clinic, each);
};

const asNew: Perform = async (clinic, each) => {
  if (each.act === "again" && clinic.last)
    await receive(clinic, { ...clinic.last, id: `new ${Math.random()}` });
  await perform(clinic, each);
};

test.each<[fault: string, trigger: string | null, by?: Perform]>([
  [
    "a move keeps the mark",
    `after update of start_at on visits when old.patient_confirmed_at is not null begin
      update visits set patient_confirmed_at = old.patient_confirmed_at where id = new.id; end`,
  ],
  [
    "a wish for another time keeps the mark",
    `after update of patient_confirmed_at on visits when new.patient_confirmed_at is null
      and old.patient_confirmed_at is not null and new.start_at = old.start_at begin
      update visits set patient_confirmed_at = old.patient_confirmed_at where id = new.id; end`,
  ],
  [
    "a reply counts for two days",
    `after update of first_tried_at on outbox when new.kind = 'reminder-day' begin
      update outbox set first_tried_at = new.first_tried_at + 43200000 where id = new.id; end`,
  ],
  [
    "an OK with two visits is for the first",
    `after insert on reply_choices when new.number = 1 begin
      update visits set patient_confirmed_at = new.asked_at where id = new.visit_id; end`,
  ],
  [
    "a number counts long after its question",
    `after insert on reply_choices begin
      update reply_choices set asked_at = asked_at + 864000000 where phone = new.phone; end`,
  ],
  [
    "answers aren't limited",
    `after insert on outbox when new.kind = 'reply-answer' begin
      update outbox set created_at = created_at - 172800000 where id = new.id; end`,
  ],
  [
    "a reply to staff counts for the reminder",
    `after update of status on outbox when new.status = 'sent' and new.kind = 'chat' begin
      update outbox set kind = 'help' where id = new.id; end`,
  ],
  [
    "an answer ends an earlier question to staff",
    `after update of last_dir on threads when new.last_dir = 'in' and old.last_dir = 'in' begin
      update threads set last_dir = 'out' where id = new.id; end`,
  ],
  [
    "an answered reply waits for staff",
    `after update of last_dir on threads when new.last_dir = 'out' and old.last_dir = 'in' begin
      update threads set last_dir = 'in' where id = new.id; end`,
  ],
  [
    "a canceled visit is confirmed",
    `after update of status on visits when new.status = 'cancelled' begin
      update visits set status = 'confirmed' where id = new.id; end`,
  ],
  ["replies come before opt-outs and consent", null, repliesFirst],
  ["a text delivered twice counts twice", null, asNew],
])("the model notices that %s", async (_name, trigger, by) => {
  const app = open();
  if (trigger) await sql.raw(`create trigger spoilt ${trigger}`).execute(app.db);
  const found = await fc.check(histories(app, by), { ...running(300), examples, endOnFailure: true });
  expect(found.failed).toBe(true);
});
