import * as z from "zod";
import { asList, optional, secret, text } from "~/core/fields";
import { strings } from "./strings";

export const answers = ["well", "trouble", "call", "stop", "returned"] as const;
export type Answer = (typeof answers)[number];

export const troubles = ["leak", "dry", "noise", "pressure", "asleep", "skin", "other"] as const;
export type Trouble = (typeof troubles)[number];

export const CheckInToken = z.object({ token: secret(z.string().max(60)) });

/** Nights as devices show them: "26", "26/30", or "26 of 30". */
const nights = optional(
  text(20).transform((typed, context) => {
    const [, digits] = /^(\d{1,2})(?:\s*(?:\/|of|de)\s*30)?$/i.exec(typed) ?? [];
    const isValid = digits !== undefined && Number(digits) <= 30;
    if (!isValid) context.addIssue({ code: "custom", message: strings.wrongNights });
    return isValid ? Number(digits) : z.NEVER;
  }),
);

/** Hours as devices show them, like "5.2", "5,2", "5:12", or "5h 12m", as minutes. */
const hours = optional(
  text(20).transform((typed, context) => {
    const minutes = minutesIn(typed);
    if (minutes === null) context.addIssue({ code: "custom", message: strings.wrongHours });
    return minutes ?? z.NEVER;
  }),
);

/** @returns null if it isn't a time from 0 to 24 hours */
function minutesIn(typed: string): number | null {
  const [, whole, tenths, clock] =
    /^(\d{1,2})(?:[.,](\d{1,2})|:([0-5]\d))?\s*(?:h|hr|hrs|hours?|horas?)?$/i.exec(typed) ??
    /^(\d{1,2})()\s*(?:h|hr|hrs|hours?|horas?)[\s,]*([0-5]?\d)\s*(?:m|min|mins|minutes?|minutos?)\.?$/i.exec(
      typed,
    ) ??
    [];
  if (whole === undefined) return null;
  const part = clock === undefined ? Math.round(Number(`0.${tenths ?? 0}`) * 60) : Number(clock);
  const minutes = Number(whole) * 60 + part;
  return minutes <= 24 * 60 ? minutes : null;
}

export const ReadingFields = z.object({ nights_used: nights, nights_counted: nights, hours });

export const AnswerCheckIn = CheckInToken.extend({
  answer: z.enum(answers, { error: () => strings.chooseAnswer }),
  troubles: z.preprocess(asList, z.array(z.enum(troubles)).max(20)).default([]),
  ...ReadingFields.shape,
});
export type AnswerCheckIn = z.output<typeof AnswerCheckIn>;
