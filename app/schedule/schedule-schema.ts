import * as z from "zod";
import { flag, instant, optional, recordId } from "~/core/fields";
import { strings } from "~/core/strings";
import { isOddHour, zoneOf } from "~/core/time";
import { therapistName } from "~/therapists/therapist-schema";
import { IdempotencyKey, pageToken, updates } from "~/visits/visit-schema";

const part = z.enum(["morning", "afternoon", "evening"]);
const date = z.iso.date().regex(/^20/);

export const ScheduleFilters = z.object({
  date: date.optional().catch(undefined),
  region: z.string().trim().min(1).max(60).optional().catch(undefined),
  part: part.optional().catch(undefined),
  month: z
    .string()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
    .optional()
    .catch(undefined),
  /** The next page starts on this day, after `skip` openings. */
  from: date.optional().catch(undefined),
  skip: z.coerce.number().int().min(0).max(100_000).catch(0),
  /** The ID of the kind of visit. */
  kind: recordId.optional().catch(undefined),
});
export type ScheduleFilters = z.output<typeof ScheduleFilters> & {
  /** Lists only this time, in ms UTC. */
  time?: number | undefined;
};

/** `at` and `with` are a chosen time and its therapist's ID. `at` alone lists all therapists at that time. */
export const SchedulePage = ScheduleFilters.extend({
  at: instant.optional().catch(undefined),
  with: z.coerce.number().int().positive().optional().catch(undefined),
  /** Asks the patient again where they will be. */
  where: z.literal("ask").optional().catch(undefined),
});

/** "2026-05-12T13:00:00.000Z|Dana Reyes", the value of an alternative's button. */
const offered = z
  .string()
  .max(300)
  .regex(/^[^|]+\|./)
  .transform((value) => {
    const [datetime = "", ...therapist] = value.split("|");
    return { datetime, therapist: therapist.join("|") };
  })
  .pipe(z.object({ datetime: instant, therapist: therapistName }));

/** The chosen time, or the alternative whose button was pressed. */
export const ChooseTime = z
  .object({
    choice: optional(offered),
    datetime: optional(instant),
    therapist: optional(therapistName),
    sms_consent: flag.catch(false),
    updates,
    /** The patient agreed to a time early in the morning or late in the evening. */
    odd_hour: flag.catch(false),
    idempotency_key: IdempotencyKey.optional(),
    kind: optional(recordId).catch(undefined),
    /** IANA zone of the times that the page showed. */
    zone: z.string().max(40).optional().catch(undefined),
    page_token: pageToken,
  })
  .transform(({ choice, datetime, therapist, odd_hour, ...rest }, context) => {
    if (choice) return { ...choice, ...rest };
    const zone = zoneOf(rest.zone ?? "");
    if (datetime !== undefined && zone && isOddHour(datetime, zone) && !odd_hour) {
      context.addIssue({ code: "custom", path: ["odd_hour"], message: strings.oddHour });
    }
    if (datetime !== undefined && therapist !== undefined) return { datetime, therapist, ...rest };
    context.addIssue({ code: "custom", path: ["datetime"], message: strings.time });
    return z.NEVER;
  });
export type ChooseTime = z.output<typeof ChooseTime>;
