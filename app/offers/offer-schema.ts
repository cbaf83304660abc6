import * as z from "zod";
import { returnPath } from "~/core/allowed-return-path";
import { asList, flag, instant, recordId, secret, shown } from "~/core/fields";
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

const badKinds = () => offerStrings.wait.chooseKinds;
const kinds = z
  .array(recordId, { error: badKinds })
  .min(1, { error: badKinds })
  .max(50, { error: badKinds })
  .transform((ids) => [...new Set(ids)]);

const until = z.iso.date({ error: () => offerStrings.wait.chooseUntil });

/**
 * What a patient without a visit waits for. A missing field means the default, a missing `until` the default of 30 days.
 * `kinds` are IDs of kinds of visits; without them, the patient wants any kind that they can book. `sms_consent` means
 * that the patient agrees to texts.
 */
export const SaveWait = SaveWish.extend({
  kinds: kinds.optional(),
  standby: flag.default(false),
  until: until.optional(),
  sms_consent: flag.default(false),
});
export type SaveWait = z.output<typeof SaveWait>;

/** The patient's form. An empty value precedes the kinds of visits, if there are several to choose from. */
export const WaitForm = WishForm.extend({
  kinds: z.preprocess(
    (value) => (value === undefined ? value : asList(value).filter((id) => id !== "")),
    kinds.optional(),
  ),
  standby: flag.catch(false),
  until,
  sms_consent: flag.catch(false),
});

export const WaitJson = z.object({
  waiting: z.boolean(),
  parts: z.array(z.enum(allParts)),
  weekdays: z.array(z.number().int()),
  notice_hours: z.number().int(),
  /** The IDs of the kinds of visits that the patient wants. Missing if the patient can book only one kind. */
  kinds: z.array(z.number().int()).optional(),
  /** The kinds that the patient can choose from. Missing if there is only one. */
  bookable_kinds: z.array(z.object({ id: z.number().int(), name: z.string() })).optional(),
  standby: z.boolean(),
  /** The last day, in the patient's zone. */
  until: z.iso.date(),
  since: z.iso.datetime().nullable(),
  call: z.enum(["no_match", "no_answer", "no_address", "date", "opted_out"]).nullable(),
});
export type Wait = z.output<typeof WaitJson>;

export const ShowOrderWait = z.object({ id: recordId, back: returnPath });
export const OrderWaitForm = ShowOrderWait.extend({ stop: z.string().optional() });

export const WaitingJson = z.object({
  patient_id: shown.patientId,
  brightree_db: shown.database,
  /** Null for a patient without a visit. */
  visit_id: z.number().int().nullable(),
  urgent: z.boolean(),
  since: z.iso.datetime(),
  /** The last day of a patient without a visit. */
  until: z.iso.date().nullable(),
  parts: z.array(z.enum(allParts)),
  weekdays: z.array(z.number().int()),
  notice_hours: z.number().int(),
  standby: z.boolean(),
  /** The IDs of the kinds of visits that a patient without a visit chose. Missing if they want any kind. */
  kinds: z.array(z.number().int()).optional(),
  /** True if no therapist offers any time that a patient without a visit could take. */
  unmatched: z.boolean(),
  /** Why the patient gets no offers now. */
  pause: z
    .enum(["turned-off", "unreachable", "too-near", "open-offer", "enough-today", "quiet-hours"])
    .nullable(),
  call: WaitJson.shape.call,
});

export const offerStatuses = ["open", "accepted", "declined", "expired", "withdrawn"] as const;

/** The wave number of offers that staff sent. */
export const byHand = 0;

export const ListOffers = z.object({ status: z.enum(offerStatuses).optional() });

export const OfferJson = z.object({
  id: z.number().int(),
  /** Null until a patient without a visit accepts. */
  visit_id: z.number().int().nullable(),
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

export const OfferForm = z.object({
  therapist: recordId,
  start: z.coerce.number().int().positive(),
  order: z
    .preprocess(asList, z.array(recordId))
    .refine((ids) => ids.length > 0, "Choose at least one patient.")
    .refine((ids) => ids.length <= 50, "Choose at most 50 patients."),
});

export const OfferToken = z.object({ token: secret(z.string().trim().max(300)) });

/** `sms_consent` means that a patient without a visit agrees to texts with this booking. */
export const AcceptOffer = OfferToken.extend({ sms_consent: flag.default(false) });

export const AnswerOffer = OfferToken.extend({
  answer: z.enum(["accept", "decline", "stop"]),
  sms_consent: flag.catch(false),
});

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

/** `visit` is null after a patient without a visit declined. */
export const AnsweredOffer = z.object({ ok: z.literal(true), visit: OfferedVisitJson.nullable() });
export type AnsweredOffer = z.output<typeof AnsweredOffer>;
