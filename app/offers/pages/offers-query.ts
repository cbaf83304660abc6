import * as z from "zod";
import { optional, recordId } from "~/core/fields";
import { listHref } from "~/core/list-href";
import { allParts, offerStatuses } from "../offer-schema";

export const tabs = ["waiting", "sent", "times"] as const;

export const tabLabels = { waiting: "Waiting patients", sent: "Offers sent", times: "Openings" };

export const waitingGroups = ["with", "without", "fits", "unfit", "ended"] as const;

export const groupLabels = {
  with: "With a visit",
  without: "Without a visit",
  fits: "Can be booked now",
  unfit: "No open time fits",
  ended: "Ended in the last 30 days",
};

export const ShowOffers = z.object({
  tab: z.enum(tabs).default("waiting").catch("waiting"),
  /** On the first tab: the patients with or without a visit, those without one for whom an open time fits or none does, or those whose wait ended. */
  who: z.enum(waitingGroups).optional().catch(undefined),
  /** On the first tab: the patients whom more hours at this part of the day would help. */
  help: z.enum(allParts).optional().catch(undefined),
  status: z.enum(offerStatuses).optional().catch(undefined),
  therapist: optional(recordId).catch(undefined),
  page: z.coerce.number().int().min(1).max(1000).default(1).catch(1),
});
export type ShowOffers = z.output<typeof ShowOffers>;

export const offersHref = (choices: Partial<ShowOffers>) =>
  listHref("/offers", choices, { tab: "waiting", page: 1 });

export const ShowOfferForm = z.object({
  therapist: optional(recordId).catch(undefined),
  start: z.coerce.number().int().positive().optional().catch(undefined),
  date: optional(z.iso.date()).catch(undefined),
});

export const offerFormHref = (time: { therapistId: number; start: number }) =>
  listHref("/offers/new", { therapist: time.therapistId, start: time.start });
