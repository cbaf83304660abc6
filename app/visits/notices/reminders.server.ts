import { Temporal } from "temporal-polyfill";
import type { App } from "~/boot/app.server";
import { orLog } from "~/core/or-log.server";
import { day, hour, minute } from "~/core/time";
import { operator } from "~/core/who";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import type { Db } from "~/db/open.server";
import { type KindRules, kindsWith, type MessageKind, rulesOf } from "~/messages/message-kinds";
import { nextTextTime } from "~/messages/quiet-hours";
import { askAboutEquipment } from "../equipment/ask-about-equipment.server";
import { patientZoneOf } from "../patient-zone.server";
import { listQuestionnaires } from "../questions/answers.server";
import { listMissing } from "../questions/questionnaire";
import { findVisit } from "../visits.server";
import { inviteAgain } from "./invite-again.server";
import { notifyOfVisit } from "./notify-of-visit.server";
import { reminderNotice } from "./visit-notices";

type Reminder = NonNullable<KindRules["reminder"]> & { kind: MessageKind };

const reminders = kindsWith(({ reminder }) => reminder).flatMap((kind): Reminder[] => {
  const { reminder } = rulesOf(kind);
  return reminder ? [{ kind, ...reminder }] : [];
});

/** Some calendar days (23 to 25 hours each) or hours before the visit, in ms UTC. */
export function reminderTime({ before }: Pick<Reminder, "before">, start: number, zone: string): number {
  const visit = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(zone);
  return visit.subtract(before).epochMilliseconds;
}

const shortestNotice = Math.min(...reminders.map(({ leastNotice }) => leastNotice));
const longestBefore = Math.max(
  ...reminders.map(({ before: { days = 0, hours = 0 } }) => days * day + hours * hour),
);

const kindsStatingTime = kindsWith(({ statesTime }) => statesTime);

// A reminder is skipped if another notice about the same time was sent this recently.
const recently = hour;

/** Queues the due reminders of confirmed visits, each once per start time. @returns the number of reminders */
export async function remindOfVisits(app: App): Promise<number> {
  const now = app.clock.now();
  let reminded = 0;
  for (const visit of await listUpcoming(app.reads, now)) {
    const zone = patientZoneOf(visit);
    for (const reminder of reminders) {
      const at = reminderTime(reminder, visit.start_at, zone);
      if (now < at || now > visit.start_at - reminder.leastNotice) continue;
      const sent = await orLog(app.log, "reminders", { visit: visit.id }, () =>
        remind(app, visit, reminder.kind, at),
      );
      if (sent) reminded++;
    }
    // Large clinics have 1,000 of these, so other requests run in between.
    await yieldToEventLoop();
  }
  return reminded;
}

type UpcomingVisit = Awaited<ReturnType<typeof listUpcoming>>[number];

function listUpcoming(db: Db, now: number) {
  return (
    db
      .selectFrom("visits")
      .innerJoin("orders", "orders.id", "visits.order_id")
      .innerJoin("therapists", "therapists.id", "visits.therapist_id")
      .select([
        "visits.id",
        "visits.start_at",
        "visits.patient_zone",
        "orders.state",
        "orders.phone",
        "therapists.timezone",
      ])
      .where("visits.status", "=", "confirmed")
      .where("visits.start_at", ">", now)
      // A calendar day can be longer than 24 hours.
      .where("visits.start_at", "<=", now + longestBefore + 2 * hour)
      // If a patient chose phone calls, only their helper gets reminders.
      .where((eb) =>
        eb.or([
          eb("orders.updates", "is", null),
          eb("orders.updates", "!=", "phone"),
          eb.exists(
            eb
              .selectFrom("helpers")
              .select("helpers.id")
              .whereRef("helpers.order_id", "=", "orders.id")
              .where("helpers.removed_at", "is", null),
          ),
        ]),
      )
      .execute()
  );
}

async function remind(app: App, upcoming: UpcomingVisit, kind: MessageKind, at: number): Promise<boolean> {
  const key = `${kind} ${upcoming.id} ${upcoming.start_at}`;
  if (await isSent(app.reads, upcoming.id, key, at)) return false;
  return app.db.transaction().execute(async (trx) => {
    const visit = await findVisit(trx, upcoming.id);
    if (visit?.status !== "confirmed" || visit.start_at !== upcoming.start_at) return false;
    const isAsking = rulesOf(kind).reminder?.asks === true;
    const questions = isAsking && (await listQuestionnaires(trx, [visit.id])).get(visit.id);
    const hasOpenQuestions = questions ? listMissing(questions).length > 0 : false;
    const textAt = nextTextTime(app.clock.now(), upcoming.state, app.config.textHours, upcoming.phone);
    await notifyOfVisit(
      { trx, app, who: operator },
      {
        visit,
        notice: () => reminderNotice(visit, kind, { hasOpenQuestions }),
        dedupeKey: key,
        emailOnly: textAt > visit.start_at - shortestNotice,
      },
    );
    return true;
  });
}

/** Checks if this reminder was sent, or if another notice about the same time was sent recently. */
async function isSent(db: Db, visitId: number, key: string, at: number): Promise<boolean> {
  const row = await db
    .selectFrom("outbox")
    .select("id")
    .where("visit_id", "=", visitId)
    .where((eb) =>
      eb.or([
        eb("dedupe_key", "in", [`${key} sms`, `${key} email`]),
        eb.and([eb("kind", "in", kindsStatingTime), eb("created_at", ">", at - recently)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export function startReminders(app: App): () => Promise<void> {
  let round: Promise<unknown> = Promise.resolve();
  const run = () => {
    round = round
      .then(() => remindOfVisits(app))
      .then(() => askAboutEquipment(app))
      .then(() => inviteAgain(app))
      .catch((error: unknown) => app.log.error({ err: error }, "reminders"));
  };
  const timer = setInterval(run, minute);
  run();
  return async () => {
    clearInterval(timer);
    await round;
  };
}
