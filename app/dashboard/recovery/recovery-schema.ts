import * as z from "zod";
import { optional } from "~/core/fields";
import { choice } from "../dashboard-schema";

/** The numbers of weeks that the page can show. */
export const periods = [4, 12, 26, 52] as const;

const weeks = z.coerce.number().pipe(z.literal(periods)).catch(12).default(12);

const week = optional(z.iso.date("Enter a date like 2026-05-12."));

export type Weeks = (typeof periods)[number];

export const ShowRecovery = z.object({ weeks });

export const outcomes = ["all", "held", "completed", "no show", "cancelled"] as const;
export type Outcome = (typeof outcomes)[number];

export const leads = ["0", "1", "4", "8", "15"] as const;
export type Lead = (typeof leads)[number];

const replies = ["ok", "none"] as const;
export type Reply = (typeof replies)[number];

/**
 * `held`: completed visits and no-shows. `week`: its Sunday. `setup`: visits with a time since the referral.
 */
export const ShowOutcomes = ShowRecovery.extend({
  outcome: z.enum(outcomes).catch("held").default("held"),
  week,
  therapist: choice,
  region: choice,
  lead: optional(z.enum(leads)),
  reply: optional(z.enum(replies)),
  reason: choice,
  setup: optional(z.literal("1")),
});
export type ShowOutcomes = z.output<typeof ShowOutcomes>;

export const timeStates = ["filled", "open", "lost", "closed"] as const;
export type TimeState = (typeof timeStates)[number];

/** Freed times. `offered`: with at least one offer. */
export const ShowTimes = ShowRecovery.extend({
  week,
  state: optional(z.enum([...timeStates, "offered"])),
});
export type ShowTimes = z.output<typeof ShowTimes>;
