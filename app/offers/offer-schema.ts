import * as z from "zod";
import { asList, instant, recordId, secret, shown } from "~/core/fields";
import { databaseName, patientId } from "~/orders/order-schema";
import { therapistName } from "~/therapists/therapist-schema";
import { pageToken, VisitJson } from "~/visits/visit-schema";
import { offerStrings } from "./strings";

export const allParts = ["morning", "afternoon", "evening"] as const;
/** Monday to Sunday. */
export const allWeekdays = [1, 2, 3, 4, 5, 6, 7] as const;
export const usualNotice = 24;
/** The form's choices, in hours. */
export const notices = [24, 48, 72, 168] as const;

const badParts = () => offerStrings.chooseParts;
const badWeekdays = () => offerStrings.chooseWeekdays;
const badNotice = () => offerStrings.chooseNotice;

const parts = z
  .array(z.enum(allParts, { error: badParts }), { error: badParts })
  .min(1, { error: badParts })
  .max(20, { error: badParts })
  .transform((chosen) => allParts.filter((part) => chosen.includes(part)));

const weekdays = z
  .array(
    z.number({ error: badWeekdays }).int().min(1, { error: badWeekdays }).max(7, { error: badWeekdays }),
    {
      error: badWeekdays,
    },
  )
  .min(1, { error: badWeekdays })
  .max(20, { error: badWeekdays })
  .transform((chosen) => allWeekdays.filter((weekday) => chosen.includes(weekday)));

const noticeHours = z
  .number({ error: badNotice })
  .int({ error: badNotice })
  .min(0, { error: badNotice })
  .max(720, { error: badNotice });

/** A missing field means any part of the day, any weekday, or the default notice. */
export const SaveWish = z.object({
  parts: parts.default([...allParts]),
  weekdays: weekdays.default([...allWeekdays]),
  notice_hours: noticeHours.default(usualNotice),
});
export type SaveWish = z.output<typeof SaveWish>;

/** The patient's form. */
export const WishForm = z.object({
  parts: z.preprocess(asList, parts),
  weekdays: z.preprocess((value) => asList(value).map(Number), weekdays),
  notice_hours: z.preprocess(Number, noticeHours),
});

export const StopWish = z.object({ stop: z.string().optional(), page_token: pageToken });

export const WishJson = z.object({
  wanted: z.boolean(),
  parts: z.array(z.enum(allParts)),
  weekdays: z.array(z.number().int()),
  notice_hours: z.number().int(),
});
export type Wish = z.output<typeof WishJson>;

export const offerStatuses = ["open", "accepted", "declined", "expired", "withdrawn"] as const;

/** The wave number of offers that staff sent. */
export const byHand = 0;

export const ListOffers = z.object({ status: z.enum(offerStatuses).optional() });

export const OfferJson = z.object({
  id: z.number().int(),
  visit_id: z.number().int(),
  patient_id: shown.patientId,
  brightree_db: shown.database,
  therapist: shown.therapist,
  start: z.iso.datetime(),
  wave: z.number().int(),
  sent_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  answered_at: z.iso.datetime().nullable(),
  status: z.enum(offerStatuses),
});

export const OfferByHand = z.object({
  therapist: therapistName,
  start: instant,
  patient_ids: z
    .array(
      z.strictObject({ brightree_db: databaseName, patient_id: patientId }),
      "Choose at least one patient.",
    )
    .min(1, "Choose at least one patient.")
    .max(50, "Choose at most 50 patients."),
});
export type OfferByHand = z.output<typeof OfferByHand>;

/** The staff form. */
export const OfferForm = z.object({
  therapist: recordId,
  start: z.coerce.number().int().positive(),
  order: z
    .preprocess(asList, z.array(recordId))
    .refine((ids) => ids.length > 0, "Choose at least one patient.")
    .refine((ids) => ids.length <= 50, "Choose at most 50 patients."),
});

export const OfferToken = z.object({ token: secret(z.string().trim().max(300)) });

export const AnswerOffer = OfferToken.extend({ answer: z.enum(["accept", "decline", "stop"]) });

/** Leaves out details, because someone else may have the message. */
export const OfferedVisitJson = VisitJson.pick({
  id: true,
  datetime: true,
  end: true,
  status: true,
  therapist: true,
  region: true,
  patient_zone: true,
  visit_type: true,
});
export type OfferedVisit = z.output<typeof OfferedVisitJson>;

export const AnsweredOffer = z.object({ ok: z.literal(true), visit: OfferedVisitJson });
export type AnsweredOffer = z.output<typeof AnsweredOffer>;
