import { languageName } from "~/core/language/spoken-language";
import { invalidField } from "~/core/refusal";
import type { KindNote } from "~/kinds/kind-note";
import { type DayMarks, dayMarksOf } from "./late/day-marks";

export interface Communication {
  /** Like "es". */
  language: string;
  /** Like "Spanish" or "ASL"; null if none is needed. */
  interpreter: string | null;
  interpreter_arranged: boolean;
  /** The reason for confirming without an interpreter, or details of the one arranged. */
  interpreter_note?: string | null;
  patient_confirmed?: boolean;
  /** How and where the visit happens, unless that is by video and of the company's default kind. */
  kind_note?: KindNote | null | undefined;
}

export const patientConfirmed = "Patient confirmed";

/** "Speaks Spanish" */
export const speaks = ({ language }: Pick<Communication, "language">) => `Speaks ${languageName(language)}`;

/** "Interpreter needed: Spanish" */
export const interpreterNeed = (interpreter: string) => `Interpreter needed: ${interpreter}`;

function interpreterState(visit: Omit<Communication, "language">): string {
  if (visit.interpreter_arranged) return "arranged";
  return visit.interpreter_note ? `none (${visit.interpreter_note})` : "not arranged";
}

/** "Interpreter needed: Spanish, not arranged"; null if none is needed. */
export const interpreterText = (visit: Omit<Communication, "language">): string | null =>
  visit.interpreter && `${interpreterNeed(visit.interpreter)}, ${interpreterState(visit)}`;

/** Calendar marks: CALL, LATE, INT (with ✓ if arranged), ES, OK. A + means that there are several. */
export function markOf(visit: Communication & Partial<DayMarks>): { short: string; text: string } | null {
  const { language, interpreter, interpreter_arranged: isArranged } = visit;
  const marks = dayMarksOf(visit);
  if (interpreter || language !== "en") {
    marks.push({
      text: [language !== "en" && speaks(visit), interpreterText(visit)].filter(Boolean).join(". "),
      short: interpreter ? `INT${isArranged ? " ✓" : "?"}` : language.toUpperCase(),
    });
  }
  if (visit.patient_confirmed) marks.push({ text: patientConfirmed, short: "OK" });
  const [first, ...others] = marks;
  if (!first) return null;
  // Only one mark fits. Screen readers read all of them.
  const short = others.length > 0 ? `${first.short}+` : first.short;
  return { text: marks.map(({ text }) => text).join(". "), short };
}

export interface InterpreterAnswer {
  interpreter_arranged?: boolean | undefined;
  interpreter_note?: string | undefined;
}

export const isUnanswered = (visit: Pick<Communication, "interpreter" | "interpreter_arranged">) =>
  visit.interpreter !== null && !visit.interpreter_arranged;

/**
 * The columns to write when a visit is confirmed.
 * @throws Refusal "invalid" if the visit needs an interpreter and the answer has neither an interpreter nor a reason
 */
export function answerToWrite(visit: Omit<Communication, "language">, answer: InterpreterAnswer) {
  const { interpreter_arranged: isArranged, interpreter_note: note = null } = answer;
  if (!visit.interpreter) return {};
  if (isArranged) return { interpreter_arranged: 1, interpreter_note: note };
  if (note) return { interpreter_arranged: 0, interpreter_note: note };
  if (isArranged === undefined && visit.interpreter_arranged) return {};
  throw invalidField(
    "interpreter_arranged",
    `${interpreterNeed(visit.interpreter)}. Check the box if one is arranged, or enter a reason to confirm without one.`,
  );
}
