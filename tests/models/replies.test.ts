import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { day, hour } from "~/core/time";
import { findLastQuestion } from "~/messages/last-question.server";
import { answerReply } from "~/visits/reminder-replies/answer-reply.server";
import { cases, fewOf } from "../support/cases";
import { scratchApp } from "../support/scratch";
import { runSettings } from "./histories";
import { type Clinic, compare, openReplies, perform, receive } from "./replies-clinic";
import { type Action, changesClose, words } from "./replies-model";

const to = fc.constantFrom(0, 0, 1);
const text = fc.oneof(...words.map((list) => fc.constantFrom(...list)));
const visit = fc.nat(2);
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ type: fc.constant("say" as const), to, words: text }) },
  { weight: 6, arbitrary: fc.record({ type: fc.constant("remind" as const), visit }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("ask" as const), visit }) },
  fc.record({ type: fc.constantFrom("move" as const, "cancel" as const, "rebook" as const), visit }),
  fc.record({ type: fc.constant("again" as const) }),
  fc.record({ type: fc.constant("write" as const), to }),
  fc.record({
    type: fc.constant("wait" as const),
    for: fc.constantFrom(hour, 12 * hour, day, 36 * hour, 14 * day),
  }),
);

// Most rules apply only to numbers with consent.
const agreed: Action[] = [0, 1].map((number) => ({ type: "say", to: number, words: "YES" }));
const history = fc
  .tuple(fc.constantFrom(agreed, agreed, []), fc.array(action, { minLength: 5, maxLength: 25, size: "max" }))
  .map(([first, actions]) => [...first, ...actions]);

const say = (text: string): Action => ({ type: "say", to: 0, words: text });
const remind = (patient: number): Action => ({ type: "remind", visit: patient });
const ask = (patient: number): Action => ({ type: "ask", visit: patient });

/** Histories that always run first, each testing one rule. */
const fixedHistories: Action[][] = [
  [remind(0), say("OK"), { type: "move", visit: 0 }, say("OK"), remind(0), say("OK")],
  [remind(0), say("OK"), say("CHANGE"), say("OK"), say("CHANGE"), say("CHANGE")],
  [remind(0), remind(1), say("OK"), { type: "wait", for: 36 * hour }, remind(0), remind(1), say("1")],
  [remind(0), { type: "cancel", visit: 0 }, remind(0), say("OK")],
  [ask(0), say("1"), say("yes it came"), say("todavía no"), say("2"), say("Sí")],
  [ask(0), say("STOP"), say("1"), say("START"), ask(0), say("2")],
  [ask(0), say("2"), { type: "move", visit: 0 }, say("2"), ask(0), say("not yet")],
  [ask(0), { type: "wait", for: 14 * day }, say("2")],
  [ask(0), remind(0), say("1"), say("YES"), ask(0), say("YES")],
  [ask(0), ask(1), say("2"), { type: "write", to: 0 }, say("2")],
];
const examples = fixedHistories.map((actions) => [[...agreed, ...actions]] as [Action[]]);

type Perform = typeof perform;

const histories = (app: ReturnType<typeof scratchApp>, by: Perform = perform) =>
  fc.asyncProperty(history, async (actions) => {
    const clinic = await openReplies(app);
    for (const [number, each] of actions.entries()) {
      await by(clinic, each);
      clinic.model.perform(each);
      await compare(clinic, `action ${number}: ${JSON.stringify(each)}`);
    }
  });

const open = () => scratchApp({ QUIET_HOURS: "off", PATIENT_CHANGE_HOURS: String(changesClose / hour) });

test("in random histories, replies to reminders match the specification", async () => {
  await fc.assert(histories(open()), { ...runSettings(cases(11, 15)), examples });
});

/** Handles the reply before opt-outs and consent. */
const repliesFirst: Perform = async (clinic: Clinic, each) => {
  if (each.type === "say") {
    const phone = clinic.phones[each.to] ?? "";
    const body = each.words.replace(/, stop.*/, "");
    await clinic.app.db.transaction().execute(async (trx) => {
      const question = await findLastQuestion(trx, phone);
      if (question) await answerReply({ trx, app: clinic.app }, { phone, body, asked: question.asked });
    });
  }
  await perform(clinic, each);
};

/** Takes a "2" for an answer about the equipment even if something else was asked last. */
const equipmentFirst: Perform = async (clinic: Clinic, each) => {
  const id = clinic.ids[0] ?? 0;
  if (each.type === "say" && each.to === 0 && each.words === "2") {
    await clinic.app.db
      .updateTable("visits")
      .set({ equipment_missing_at: clinic.app.clock.now() })
      .where("id", "=", id)
      .execute();
  }
  await perform(clinic, each);
};

const deliverAgain: Perform = async (clinic, each) => {
  if (each.type === "again" && clinic.last)
    await receive(clinic, { ...clinic.last, id: `new ${Math.random()}` });
  await perform(clinic, each);
};

test.each<[fault: string, trigger: string | null, by?: Perform]>(
  fewOf([
    [
      "a moved visit stays confirmed by the patient",
      `after update of start_at on visits when old.patient_confirmed_at is not null begin
      update visits set patient_confirmed_at = old.patient_confirmed_at where id = new.id; end`,
    ],
    [
      "a request for another time leaves the visit confirmed by the patient",
      `after update of patient_confirmed_at on visits when new.patient_confirmed_at is null
      and old.patient_confirmed_at is not null and new.start_at = old.start_at begin
      update visits set patient_confirmed_at = old.patient_confirmed_at where id = new.id; end`,
    ],
    [
      "a reply counts for two days after the reminder",
      `after update of first_tried_at on outbox when new.kind = 'reminder-day' begin
      update outbox set first_tried_at = new.first_tried_at + 43200000 where id = new.id; end`,
    ],
    [
      "an OK for two visits confirms the first",
      `after insert on reply_choices when new.number = 1 begin
      update visits set patient_confirmed_at = new.asked_at where id = new.visit_id; end`,
    ],
    [
      "a numbered reply counts long after its question",
      `after insert on reply_choices begin
      update reply_choices set asked_at = asked_at + 864000000 where phone = new.phone; end`,
    ],
    [
      "automatic responses aren't limited",
      `after insert on outbox when new.kind = 'reply-answer' begin
      update outbox set created_at = created_at - 172800000 where id = new.id; end`,
    ],
    [
      "a reply to a staff text counts as a reply to the reminder",
      `after update of status on outbox when new.status = 'sent' and new.kind = 'chat' begin
      update outbox set kind = 'help' where id = new.id; end`,
    ],
    [
      "an automatic response hides an earlier question to staff",
      `after update of last_dir on threads when new.last_dir = 'in' and old.last_dir = 'in' begin
      update threads set last_dir = 'out' where id = new.id; end`,
    ],
    [
      "a handled reply waits for staff",
      `after update of last_dir on threads when new.last_dir = 'out' and old.last_dir = 'in' begin
      update threads set last_dir = 'in' where id = new.id; end`,
    ],
    [
      "a canceled visit is confirmed",
      `after update of status on visits when new.status = 'cancelled' begin
      update visits set status = 'confirmed' where id = new.id; end`,
    ],
    [
      "a visit that moved still has its answer about the equipment",
      `after update of start_at on visits when old.equipment_missing_at is not null begin
      update visits set equipment_missing_at = old.equipment_missing_at where id = new.id; end`,
    ],
    [
      "an answer about the equipment counts two weeks later",
      `after update of first_tried_at on outbox when new.kind = 'equipment-question' begin
      update outbox set first_tried_at = new.first_tried_at + 1209600000 where id = new.id; end`,
    ],
    [
      "a no about the equipment leaves the earlier yes",
      `after update of delivered_at on shipments when new.delivered_at is null begin
      update shipments set delivered_at = old.delivered_at, delivered_source = 'patient' where id = new.id; end`,
    ],
    ["a 2 is taken for an answer about the equipment even if something else was asked", null, equipmentFirst],
    ["replies are handled before opt-outs and consent", null, repliesFirst],
    ["a text delivered twice counts twice", null, deliverAgain],
  ]),
)("the model detects that %s", async (_name, trigger, by) => {
  const app = open();
  if (trigger) await sql.raw(`create trigger faulty ${trigger}`).execute(app.db);
  const found = await fc.check(histories(app, by), { ...runSettings(300), examples, endOnFailure: true });
  expect(found.failed).toBe(true);
});
