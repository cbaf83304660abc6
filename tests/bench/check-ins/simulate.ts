import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type App, openApp } from "~/boot/app.server";
import { answerCheckIn } from "~/check-ins/answer-check-in.server";
import type { AnswerCheckIn } from "~/check-ins/check-in-schema";
import { runPlans } from "~/check-ins/run-plans.server";
import { readConfig } from "~/config.server";
import { addDays, day, hour, instantOf, localDate, localHour, startOfDay } from "~/core/time";
import { operator, type Patient, type Staff } from "~/core/who";
import { receiveReply } from "~/inbox/receive-reply.server";
import { claimDue } from "~/messages/delivery/claim-due-messages.server";
import { recordSent } from "~/messages/delivery/record-attempt.server";
import { lastNight } from "~/nights/adherence";
import { endNights } from "~/nights/first-nights.server";
import { addDefaultPlan } from "~/nights/plan.server";
import { dueCallTasks, listCallTasks } from "~/orders/call-tasks/call-tasks.server";
import { recordCall } from "~/orders/call-tasks/record-call.server";
import { bookVisit } from "~/visits/book-visit.server";
import { closeOrder } from "~/visits/closing/close-order.server";
import { completeVisit } from "~/visits/complete-visit.server";
import { confirmVisit } from "~/visits/confirm-visit.server";
import { remindOfVisits } from "~/visits/notices/reminders.server";

/** Assumptions, because no supplier publishes how its patients answer. */
export const assumed = {
  /** New patients per weekday, until there are as many as wanted. Their visits are three days later. */
  patients: 100,
  /** Share of patients with a mobile number, of whom half also have an email address. The others have an email address. */
  mobile: 0.9,
  /** Share of patients who chose phone calls. */
  byPhone: 0.04,
  /** Share of check-ins that are answered, and the median hours until then. */
  answers: 0.6,
  medianAnswerHours: 3,
  /** Shares of the answers. The rest is "well". */
  trouble: 0.2,
  call: 0.08,
  stop: 0.03,
  returned: 0.03,
  /** Share of check-in texts to which the patient replies STOP, and of these, the share who texts START ten days later. */
  optOut: 0.02,
  optIn: 0.5,
  /** Shares of patients who return the device to staff, or die, on some day after the visit. */
  returnsToStaff: 0.04,
  dies: 0.01,
  /** Share of calls that reach the patient. After the others, staff leave a message. */
  reached: 0.6,
  /** Share of patients for whom staff book another visit a month after the setup. */
  secondVisit: 0.3,
  /** The server is down on these days of the simulation, from noon to noon. */
  down: [12, 30, 31, 32, 60],
} as const;

/** Figures of one kind of message or call. */
interface Kind {
  /** How many in all. */
  count: number;
  /** The most that one patient got in a day. */
  mostADay: number;
}

export interface Result {
  patients: number;
  /** By the kind of message and its channel, like "check-in sms". Calls are "call" and the reason. */
  kinds: Record<string, Kind>;
  /** The most automated texts to one patient in a day where they live, and in seven days, after the day of the setup. */
  textsADay: number;
  textsAWeek: number;
  /** The same with emails. */
  messagesADay: number;
  /** Check-ins to one patient. */
  checkInsADay: number;
  checkInsAWeek: number;
  /** Days on which a patient got another automated text besides a check-in, and of these, those with a reminder. */
  daysWithCheckInAndOther: number;
  daysWithCheckInAndReminder: number;
  /** Automated texts sent before 9 AM or from 8 PM on where the patient lives, the default of QUIET_HOURS. */
  inQuietHours: number;
  /** Texts after a STOP, except its confirmation. */
  afterStop: number;
  /** Check-ins after an answer "stop" or "returned", and after the end of the first 90 nights. */
  checkInsAfterEnd: number;
  /** Calls made to one patient. */
  callsADay: number;
  callsAWeek: number;
}

const database = "SIM";
const clinicZone = "America/New_York";
/** Monday, February 2, 2026, midnight in New York. The clocks change on day 35. */
const begin = Date.parse("2026-02-02T05:00:00Z");
const hoursOfSetups = [10, 11, 13, 14, 15, 16];
const hoursOfOthers = [8, 9, 12, 17, 18, 19];
const states = [
  { state: "NC", zone: "America/New_York" },
  { state: "TX", zone: "America/Chicago" },
  { state: "AZ", zone: "America/Phoenix" },
  { state: "CA", zone: "America/Los_Angeles" },
  { state: "HI", zone: "Pacific/Honolulu" },
];

interface Simulated {
  orderId: number;
  phone: string | null;
  email: string | null;
  zone: string;
  /** The dates of the setup, and of another visit, if there is one. */
  visitDates: string[];
  /** From each STOP until START, in ms UTC. */
  stops: { from: number; to: number }[];
  /** When the patient said to stop, returned the device, or died, in ms UTC. */
  checkInsEndedAt: number | null;
}

interface Sent {
  patient: Simulated;
  kind: string;
  channel: "sms" | "email";
  at: number;
}

/** Simulates the plans of a clinic's patients. The same seed creates the same patients and answers. */
export async function simulate(seed: number, { patients = 1000, days = 100 } = {}): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "firstnight-check-ins-"));
  let now = begin;
  const config = readConfig({
    NODE_ENV: "production",
    DATA_DIR: folder,
    APP_SECRET: "a secret used only by the simulation",
    LOG_LEVEL: "silent",
  });
  const app = openApp(config, { now: () => now });
  const random = randomFrom(seed);
  const known = new Map<number, Simulated>();
  const sent: Sent[] = [];
  const calls: { orderId: number; reason: string; at: number }[] = [];
  const due: { at: number; act(): Promise<unknown> }[] = [];
  const later = (at: number, act: () => Promise<unknown>) => due.push({ at, act });
  try {
    const { therapists, staff } = await seedClinic(app, days);
    for (let date = 0; date < days; date++) {
      const today = addDays(localDate(begin, clinicZone), date);
      const midnight = startOfDay(today, clinicZone);
      const isWeekday = ![0, 6].includes(new Date(today).getUTCDay());
      for (now = midnight; now < startOfDay(addDays(today, 1), clinicZone); now += hour) {
        const clockHour = localHour(now, clinicZone);
        for (const each of due.filter(({ at }) => at <= now).sort((one, other) => one.at - other.at)) {
          due.splice(due.indexOf(each), 1);
          await each.act();
        }
        if (isWeekday && clockHour === 9) {
          for (let left = assumed.patients; left > 0 && known.size < patients; left--) {
            await arrive();
          }
        }
        const isDown = assumed.down.some((each) => each === date - Number(clockHour < 12));
        if (!isDown) {
          await remindOfVisits(app);
          await runPlans(app);
          await deliver();
        }
        if (isWeekday && clockHour === 15) await makeCalls();
      }
    }
    return resultOf([...known.values()], sent, calls);

    async function arrive(): Promise<void> {
      const number = known.size;
      const patient = await addPatient(app, number, random);
      known.set(patient.orderId, patient);
      const [another, leaves, how] = [random(), random(), random()];
      // Three weekdays later, so that no two groups of patients come on the same day.
      const first = addDays(today(), new Date(today()).getUTCDay() < 3 ? 3 : 5);
      await visit(patient, { number, date: first, hours: hoursOfSetups });
      if (another < assumed.secondVisit) {
        const second = nextWeekday(addDays(first, 28 + Math.floor(random() * 10)));
        later(instantOf(addDays(second, -3), "11:00", clinicZone) ?? now, () =>
          visit(patient, { number, date: second, hours: hoursOfOthers }).catch(ignoreRefusal),
        );
      }
      if (leaves < assumed.returnsToStaff + assumed.dies) {
        const at = startOfDay(addDays(first, 1 + Math.floor(how * 80)), clinicZone) + 14 * hour;
        later(at, () => (leaves < assumed.dies ? die(patient) : returnDevice(patient)));
      }
    }

    /** Books and confirms a visit at a free hour of a date, and completes it on that date. */
    async function visit(
      patient: Simulated,
      { number, date, hours }: { number: number; date: string; hours: readonly number[] },
    ): Promise<void> {
      const place = number % (therapists.length * hours.length);
      const clock = String(hours[place % hours.length]).padStart(2, "0");
      const datetime = instantOf(date, `${clock}:00`, clinicZone) ?? 0;
      const therapist = therapists[Math.floor(place / hours.length)] ?? "";
      const asked = { patient_id: number + 1, brightree_db: database, therapist, datetime };
      const isByPhone = patient.phone !== null && number % Math.round(1 / assumed.byPhone) === 0;
      const booked = await bookVisit(app, operator, {
        ...asked,
        sms_consent: patient.phone !== null,
        updates: isByPhone ? "phone" : undefined,
      });
      await confirmVisit(app, operator, {
        appointment_id: booked.id,
        meeting_link: "https://meet.example/a",
      });
      patient.visitDates.push(localDate(datetime, patient.zone));
      later(datetime + hour, () => completeVisit(app, operator, booked.id).catch(ignoreRefusal));
    }

    async function die(patient: Simulated): Promise<void> {
      await closeOrder(app, staff, { id: patient.orderId, reason: "died" });
      patient.checkInsEndedAt ??= now;
    }

    async function returnDevice(patient: Simulated): Promise<void> {
      const order = patient.orderId;
      await app.db
        .transaction()
        .execute((trx) => endNights({ trx, app, who: staff }, { order, reason: "returned" }))
        .catch(ignoreRefusal);
      patient.checkInsEndedAt ??= now;
    }

    /** Sends what is due like the delivery worker, and lets patients answer check-ins. */
    async function deliver(): Promise<void> {
      for (const channel of ["sms", "email"] as const) {
        for (;;) {
          const rows = await claimDue(app, "the simulation", () => [{ channel, limit: 50 }]);
          if (rows.length === 0) break;
          for (const row of rows) {
            await recordSent(app, row, { providerId: `SM${row.id}`, delivered: false });
            const patient = known.get(row.order_id ?? 0) ?? byPhone(row.recipient);
            const isTheirs = row.recipient === patient?.phone || row.recipient === patient?.email;
            if (!patient || !isTheirs) continue;
            sent.push({ patient, kind: row.kind, channel, at: now });
            if (row.kind === "check-in") react(patient, channel, row.dedupe_key ?? "");
          }
        }
      }
    }

    function byPhone(phone: string): Simulated | undefined {
      return [...known.values()].find((patient) => patient.phone === phone);
    }

    function react(patient: Simulated, channel: "sms" | "email", key: string): void {
      const [answers, delay, how, stops, starts] = Array.from({ length: 5 }, random) as [
        number,
        number,
        number,
        number,
        number,
      ];
      const at = now - Math.log2(1 - delay) * assumed.medianAnswerHours * hour;
      if (channel === "sms" && stops < assumed.optOut) {
        later(at, () => text(patient, "STOP"));
        if (starts < assumed.optIn) later(at + 10 * day, () => text(patient, "START"));
      } else if (answers < assumed.answers) {
        const step = Number(/^check-in (\d+)/.exec(key)?.[1]);
        later(at, () => answer(patient, step, answerOf(how)));
      }
    }

    async function text(patient: Simulated, body: "STOP" | "START"): Promise<void> {
      await receiveReply(app, { from: patient.phone ?? "", body, providerId: null, mediaCount: 0 });
      const last = patient.stops.at(-1);
      if (body === "STOP") patient.stops.push({ from: now, to: Number.POSITIVE_INFINITY });
      else if (last) last.to = now;
    }

    async function answer(patient: Simulated, step: number, said: AnswerCheckIn["answer"]): Promise<void> {
      const who: Patient = {
        kind: "patient",
        sessionKind: "link",
        orderId: patient.orderId,
        sessionId: 0,
        address: null,
      };
      const numbers = { nights_used: undefined, nights_counted: undefined, hours: undefined };
      const troubles = said === "trouble" ? (["leak"] as const) : [];
      await answerCheckIn(app, who, step, { answer: said, troubles: [...troubles], ...numbers }).catch(
        ignoreRefusal,
      );
      if (said === "stop" || said === "returned") patient.checkInsEndedAt ??= now;
    }

    async function makeCalls(): Promise<void> {
      for (const task of await listCallTasks(dueCallTasks(app.reads, now))) {
        calls.push({ orderId: task.order_id, reason: task.reason, at: now });
        const isLast = task.messages_left >= 2;
        const outcome = isLast || random() < assumed.reached ? "reached" : "left_message";
        await recordCall(app, staff, { id: task.id, outcome, note: undefined, version: task.version });
      }
    }

    function today(): string {
      return localDate(now, clinicZone);
    }
  } finally {
    await app.close();
    rmSync(folder, { recursive: true });
  }
}

function answerOf(drawn: number): AnswerCheckIn["answer"] {
  let left = drawn;
  for (const answer of ["trouble", "call", "stop", "returned"] as const) {
    if (left < assumed[answer]) return answer;
    left -= assumed[answer];
  }
  return "well";
}

function nextWeekday(date: string): string {
  const weekday = new Date(date).getUTCDay();
  return addDays(date, weekday === 6 ? 2 : weekday === 0 ? 1 : 0);
}

/** A patient can be too late, so the app refuses the request. */
function ignoreRefusal(error: unknown): void {
  if ((error as Error).name !== "Refusal" && !(error as { code?: string }).code) throw error;
}

/** Mulberry32, a seeded random number generator. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function addPatient(app: App, number: number, random: () => number): Promise<Simulated> {
  const [mobile, both] = [random() < assumed.mobile, random() < 0.5];
  const { state, zone } = states[number % states.length] ?? { state: "NC", zone: clinicZone };
  const now = app.clock.now();
  const phone = mobile ? `+1919${String(2_000_001 + number)}` : null;
  const email = !mobile || both ? `patient${number}@mail.example` : null;
  const { id: orderId } = await app.db
    .insertInto("orders")
    .values({
      brightree_db: database,
      patient_id: number + 1,
      phone,
      email,
      state,
      visit_zone: zone,
      source_step: 4,
      source_step_at: now,
      step: 4,
      step_at: now,
      created_at: now,
      updated_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { orderId, phone, email, zone, visitDates: [], stops: [], checkInsEndedAt: null };
}

async function seedClinic(app: App, days: number): Promise<{ therapists: string[]; staff: Staff }> {
  const company = await app.db
    .insertInto("companies")
    .values({ name: "Simulated", phone: "+19195550100", offers_on: 0, nudge_days: "[]", first_nights: 1 })
    .returning("id")
    .executeTakeFirstOrThrow();
  await app.db.insertInto("databases").values({ name: database, company_id: company.id }).execute();
  await addDefaultPlan(app, operator, company.id);
  const therapists = Array.from({ length: 20 }, (_, index) => `Therapist ${index + 1}`);
  for (const name of therapists) {
    await app.db
      .insertInto("therapists")
      .values({
        name,
        email: `${name.replace(" ", "").toLowerCase()}@example.org`,
        timezone: "EST",
        region: "NC",
        company_id: company.id,
        daily_capacity: days,
      })
      .execute();
  }
  const name = "Sam Supervisor";
  const email = "supervisor@example.org";
  const { id: userId } = await app.db
    .insertInto("users")
    .values({ name, email, created_at: app.clock.now() })
    .returning("id")
    .executeTakeFirstOrThrow();
  const who = { kind: "staff", sessionId: 1, userId, email, name, address: null } as const;
  return { therapists, staff: { ...who, roles: ["admin"], therapistId: null, therapistName: null } };
}

/** Texts that answer the patient's own text immediately. */
const replies = ["opt-out-confirmation", "opt-in-confirmation", "help"];

function resultOf(
  patients: Simulated[],
  sent: readonly Sent[],
  calls: readonly { orderId: number; reason: string; at: number }[],
): Result {
  const kinds: Result["kinds"] = {};
  const byId = new Map(patients.map((patient) => [patient.orderId, patient]));
  const dated = [
    ...sent.map(({ patient, kind, channel, at }) => ({ patient, name: `${kind} ${channel}`, at })),
    ...calls.flatMap(({ orderId, reason, at }) => {
      const patient = byId.get(orderId);
      return patient ? [{ patient, name: `call ${reason}`, at }] : [];
    }),
  ];
  for (const name of new Set(dated.map((each) => each.name))) {
    const own = dated.filter((each) => each.name === name);
    kinds[name] = { count: own.length, mostADay: mostIn(1, own) };
  }
  const isAfterSetup = ({ patient, at }: Sent) =>
    patient.visitDates[0] !== undefined && localDate(at, patient.zone) > patient.visitDates[0];
  const texts = sent.filter(({ channel, kind }) => channel === "sms" && !replies.includes(kind));
  const textsAfter = texts.filter(isAfterSetup);
  const checkIns = sent.filter(({ kind }) => kind === "check-in");
  const daysWithBoth = (some: readonly Sent[], isOther: (one: Sent) => boolean) => {
    const others = countDays(textsAfter.filter(isOther));
    return [...countDays(some).keys()].filter((key) => others.has(key)).length;
  };
  const called = dated.filter(({ name }) => name.startsWith("call "));
  return {
    patients: patients.length,
    kinds,
    textsADay: mostIn(1, textsAfter),
    textsAWeek: mostIn(7, textsAfter),
    messagesADay: mostIn(1, sent.filter(isAfterSetup)),
    checkInsADay: mostIn(1, checkIns),
    checkInsAWeek: mostIn(7, checkIns),
    daysWithCheckInAndOther: daysWithBoth(checkIns, ({ kind }) => kind !== "check-in"),
    daysWithCheckInAndReminder: daysWithBoth(checkIns, ({ kind }) => kind.startsWith("reminder-")),
    inQuietHours: texts.filter(({ patient: { zone }, at }) => !isDaytime(localHour(at, zone))).length,
    afterStop: texts.filter(({ patient, at }) => patient.stops.some(({ from, to }) => at > from && at < to))
      .length,
    checkInsAfterEnd: checkIns.filter(
      ({ patient: { checkInsEndedAt, visitDates }, at }) =>
        (checkInsEndedAt !== null && at > checkInsEndedAt) ||
        localDate(at, clinicZone) > addDays(visitDates[0] ?? "2026-01-01", lastNight),
    ).length,
    callsADay: mostIn(1, called),
    callsAWeek: mostIn(7, called),
  };
}

const isDaytime = (clockHour: number): boolean => clockHour >= 9 && clockHour < 20;

/** The number by patient and by day where the patient lives. */
function countDays(dated: readonly { patient: Simulated; at: number }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { patient, at } of dated) {
    const key = `${patient.orderId} ${localDate(at, patient.zone)}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** The most for one patient in this many days in a row. */
function mostIn(days: number, dated: readonly { patient: Simulated; at: number }[]): number {
  const counts = countDays(dated);
  let most = 0;
  for (const key of counts.keys()) {
    const [orderId = "", date = ""] = key.split(" ");
    const sum = Array.from({ length: days }, (_, index) => counts.get(`${orderId} ${addDays(date, index)}`));
    most = Math.max(
      most,
      sum.reduce<number>((all, count) => all + (count ?? 0), 0),
    );
  }
  return most;
}
