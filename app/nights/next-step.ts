import { memoizeByKey } from "~/core/memoize-by-key";
import { plural } from "~/core/plural";
import { addDays } from "~/core/time";
import { type Adherence, lastNight, nightsToCount } from "./adherence";
import type { NightUses } from "./night-uses";
import type { ListedReading } from "./readings";

/** Nights without use after which staff should ask. */
const quietNights = 4;
/** Nights for which a reading is news. The default plan asks for one on days 14 and 30. */
const readingNights = 16;
/** Nights before the end of the nearest 30 in which the patient can still catch up. */
const soon = 12;
/** With fewer nights to go, the patient is close enough without a call. */
const manyNeeded = 3;
/** Medicare wants the re-evaluation between these days of therapy (LCD L33718). */
const reevaluation = { from: 31, to: 91 };

export const stepKinds = {
  unused: "No use for 4 nights",
  silent: "Use isn't known",
  closing: "30 nights end soon",
  reevaluate: "Rule met: book the re-evaluation",
  unreachable: "Not reachable by text or email",
  missed: "Can't meet the rule anymore",
  open: "On the way",
  met: "Rule met",
} as const;
export const stepHints: Record<keyof typeof stepKinds, string> = {
  unused:
    "The device wasn't used on the last 4 nights, as far as is known. Call and ask what keeps them from using it.",
  silent:
    "No device, file, or reading of the last weeks shows how it goes. Call, ask what the device's screen says, and save it under “Plan and readings”.",
  closing:
    "At least 3 nights are still needed within the next 12. Call and say how many, and that other nights can count later.",
  reevaluate:
    "Medicare wants the doctor to see the patient on days 31 to 91. Book that visit, or open the patient and save that it is booked elsewhere.",
  unreachable: "Check-ins don't arrive. Call, and correct the phone number or email address.",
  missed:
    "Medicare may stop paying. Talk with the patient and the doctor, then count from another date or end following.",
  open: "Nothing to do now.",
  met: "Nothing to do now.",
};

export type StepKind = keyof typeof stepKinds;
export const kindsInOrder = Object.keys(stepKinds) as readonly StepKind[];

export interface NextStep {
  kind: StepKind;
  text: string;
}

export const needsStaff = ({ kind }: Pick<NextStep, "kind">): boolean => kind !== "open" && kind !== "met";

// Making a formatter takes 0.1 ms, and a list writes 1,000 dates.
const dayFormat = new Intl.DateTimeFormat("en-US", { month: "long", day: "numeric", timeZone: "UTC" });

const dayText = (date: string): string => dayFormat.format(Date.parse(date));

export interface Situation {
  hasVisit: boolean;
  /** The day of a re-evaluation that was booked elsewhere, `YYYY-MM-DD`. */
  elsewhere: string | null;
  /** "none" if the patient gets neither texts nor emails, "failing" if the newest message failed. */
  reach: "ok" | "none" | "failing";
}

/** Without a visit, and with messages that arrive. Of the kinds that follow, another situation changes only these. */
export const usualSituation = { hasVisit: false, reach: "ok" } as const;
export const changedByVisit: StepKind = "reevaluate";
export const changedByReach: StepKind = "open";

interface Nights {
  minutesOf: Pick<NightUses, "get" | "has">;
  /** The newest first. */
  readings: readonly ListedReading[];
  startedOn: string;
  /** The date of the night that isn't over. */
  today: string;
  /** The number of that night, 1 for the first. */
  day: number;
}

/** "The reading of November 20 says 25 nights used, 22 of 4 hours." Null without a reading. */
function readingText({ readings: [newest] }: Nights): string | null {
  if (!newest) return null;
  const { reading, read_on, contradiction } = newest;
  const counted = reading.nights_counted === null ? "" : `, ${reading.nights_counted} of 4 hours`;
  const said = `The reading of ${dayText(read_on)} says ${plural(reading.nights_used, "night")} used${counted}`;
  return contradiction ? `${said}. The device's report differs, and it counts.` : `${said}.`;
}

const datesBefore = memoizeByKey<readonly string[]>(100);

/** The dates of the last nights before one. */
const nightsBefore = (today: string) =>
  datesBefore(today, () => Array.from({ length: quietNights }, (_, index) => addDays(today, -1 - index)));

/** Of the last nights, how many have a value. Null if one of them was used, or if it is too early to say. */
function quietOf({ minutesOf, startedOn, today, day }: Nights): number | null {
  const last = nightsBefore(today);
  if (day <= quietNights || last.some((date) => (minutesOf.get(date) ?? 0) > 0)) return null;
  return last.filter((date) => date >= startedOn && minutesOf.has(date)).length;
}

/** Nights so far that have no value, alone or in a reading. */
function countUnknown({ minutesOf, readings, startedOn, day }: Nights): number {
  const past = Array.from({ length: Math.min(day - 1, lastNight) }, (_, index) => addDays(startedOn, index));
  return past.filter(
    (date) => !minutesOf.has(date) && !readings.some(({ from, to }) => from <= date && date <= to),
  ).length;
}

export function nextStepOf(adherence: Adherence, nights: Nights, situation: Situation): NextStep {
  const { kind, text } = stepOf(adherence, nights, situation);
  const said = readingText(nights);
  return { kind, text: said && kind !== "met" ? `${text()} ${said}` : text() };
}

/** The group alone. Lists write the text for the patients on the page only. */
export const stepKindOf = (...given: Parameters<typeof nextStepOf>): StepKind => stepOf(...given).kind;

interface Step {
  kind: StepKind;
  text: () => string;
}

function stepOf(adherence: Adherence, nights: Nights, situation: Situation): Step {
  if (adherence.state === "met") return stepAfterMet(adherence, nights, situation);
  const { state, next, latestStart } = adherence;
  if (state === "missed" || !next) return { kind: "missed", text: () => missedText(nights) };
  const { today, readings } = nights;
  const quiet = quietOf(nights);
  const until = () =>
    latestStart ? ` The device must be used every night from ${dayText(latestStart)} at the latest.` : "";
  if (quiet === quietNights) {
    return { kind: "unused", text: () => `No use for ${quietNights} nights.${until()}` };
  }
  if (quiet !== null && quiet > 0) {
    const rest = () => plural(quietNights - quiet, "night");
    return {
      kind: "unused",
      text: () => `No use is known for ${quietNights} nights: ${rest()} without a value.${until()}`,
    };
  }
  const needs = () => `Needs ${plural(next.needed, "more night")} of 4 hours by ${dayText(next.to)}.`;
  if (next.needed >= manyNeeded && next.to <= addDays(today, soon)) return { kind: "closing", text: needs };
  const [newest] = readings;
  if (quiet === 0 && !(newest && newest.read_on >= addDays(today, -readingNights))) {
    return {
      kind: "silent",
      text: () =>
        `The last ${quietNights} nights have no value. Ask how it goes and what the device's screen says.${until()}`,
    };
  }
  if (situation.reach === "ok") return { kind: "open", text: needs };
  const why = situation.reach === "none" ? "Gets no texts or emails." : "The newest message failed.";
  return { kind: "unreachable", text: () => `${why} Ask by phone how it goes. ${needs()}` };
}

function stepAfterMet(
  { metOn, metBy }: Adherence,
  { startedOn, today, day }: Nights,
  { hasVisit, elsewhere }: Situation,
): Step {
  const by = metBy === "reading" ? ", by what the patient read off the device" : "";
  const met = () => `Met the rule on ${dayText(metOn ?? today)}${by}.`;
  const isTime = day >= reevaluation.from && day <= reevaluation.to;
  if (elsewhere) {
    const from = addDays(startedOn, reevaluation.from - 1);
    const to = addDays(startedOn, reevaluation.to - 1);
    const booked = () => `${met()} The re-evaluation is booked elsewhere, on ${dayText(elsewhere)}.`;
    if (elsewhere >= from && elsewhere <= to) return { kind: "met", text: booked };
    return {
      kind: isTime ? "reevaluate" : "met",
      text: () =>
        `${booked()} Medicare wants it from ${dayText(from)} to ${dayText(to)}. Ask for another day.`,
    };
  }
  if (isTime && hasVisit) return { kind: "met", text: () => `${met()} A visit is booked.` };
  if (isTime) {
    return {
      kind: "reevaluate",
      text: () => `${met()} Book the re-evaluation, until ${dayText(addDays(today, reevaluation.to - day))}.`,
    };
  }
  return {
    kind: "met",
    text: () => (day < reevaluation.from ? `${met()} The re-evaluation is from day 31 on.` : met()),
  };
}

function missedText(nights: Nights): string {
  const unknown = countUnknown(nights);
  const why =
    nights.day > lastNight
      ? `The 90 nights are over, and no 30 of them had ${nightsToCount} nights of 4 hours.`
      : `No 30 nights can reach ${nightsToCount} nights of 4 hours anymore.`;
  return unknown === 0 ? why : `${why} ${plural(unknown, "night")} without a value counted as not used.`;
}
