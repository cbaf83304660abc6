import { plural } from "~/core/plural";
import { addDays } from "~/core/time";
import { type Adherence, lastNight, nightsToCount } from "./adherence";

/** Nights without use after which staff should ask. */
const quietNights = 4;
/** Nights before the end of the nearest 30 in which the patient can still catch up. */
const soon = 12;
/** With fewer nights to go, the patient is close enough without a call. */
const manyNeeded = 3;
/** Medicare wants the re-evaluation between these days of therapy (LCD L33718). */
const reevaluation = { from: 31, to: 91 };

/** The groups of patients, in the order of their urgency. */
export const stepKinds = {
  unused: "No use for 4 nights",
  closing: "30 nights end soon",
  reevaluate: "Rule met: book the re-evaluation",
  unreachable: "Not reachable by text or email",
  missed: "Can't meet the rule anymore",
  open: "On the way",
  met: "Rule met",
} as const;
export type StepKind = keyof typeof stepKinds;
export const kindsInOrder = Object.keys(stepKinds) as readonly StepKind[];

export interface NextStep {
  kind: StepKind;
  text: string;
}

/** Whether staff have something to do. */
export const needsStaff = ({ kind }: NextStep): boolean => kind !== "open" && kind !== "met";

const dayText = (date: string): string =>
  new Intl.DateTimeFormat("en-US", { month: "long", day: "numeric", timeZone: "UTC" }).format(
    Date.parse(date),
  );

/** The rest that the next step depends on. */
export interface Situation {
  /** True if the patient has an upcoming visit. */
  hasVisit: boolean;
  /** "none" if the patient gets neither texts nor emails, "failing" if the newest message failed. */
  reach: "ok" | "none" | "failing";
}

/**
 * The one thing to do for a patient.
 * @param today the date of the night that isn't over
 * @param day the number of that night, 1 for the first
 */
export function nextStepOf(
  { state, metOn, next, latestStart }: Adherence,
  { minutesOf, today, day }: { minutesOf: ReadonlyMap<string, number>; today: string; day: number },
  { hasVisit, reach }: Situation,
): NextStep {
  if (state === "met") {
    const met = `Met the rule on ${dayText(metOn ?? today)}.`;
    const isTime = day >= reevaluation.from && day <= reevaluation.to;
    if (isTime && hasVisit) return { kind: "met", text: `${met} A visit is booked.` };
    return isTime
      ? {
          kind: "reevaluate",
          text: `${met} Book the re-evaluation, until ${dayText(addDays(today, reevaluation.to - day))}.`,
        }
      : { kind: "met", text: day < reevaluation.from ? `${met} The re-evaluation is from day 31 on.` : met };
  }
  if (state === "missed" || !next) {
    return {
      kind: "missed",
      text:
        day > lastNight
          ? `The 90 nights are over, and no 30 of them had ${nightsToCount} nights of 4 hours.`
          : `No 30 nights can reach ${nightsToCount} nights of 4 hours anymore.`,
    };
  }
  const last = Array.from({ length: quietNights }, (_, index) => addDays(today, -1 - index));
  if (day > quietNights && last.every((date) => (minutesOf.get(date) ?? 0) === 0)) {
    const until = latestStart ? ` Use every night must begin by ${dayText(latestStart)}.` : "";
    return { kind: "unused", text: `No use for ${quietNights} nights.${until}` };
  }
  const needs = `Needs ${plural(next.needed, "more night")} of 4 hours by ${dayText(next.to)}.`;
  const isClosing = next.to <= addDays(today, soon) && next.needed >= manyNeeded;
  if (isClosing) return { kind: "closing", text: needs };
  if (reach === "ok") return { kind: "open", text: needs };
  const why = reach === "none" ? "Gets no texts or emails." : "The newest message failed.";
  return { kind: "unreachable", text: `${why} Ask by phone how it goes. ${needs}` };
}
