import * as z from "zod";
import { flag } from "~/core/fields";
import { id, pageToken } from "../visit-schema";

/** A patient's choices, in minutes. */
export const lateChoices = [5, 10, 15] as const;
/** A therapist's choices, in minutes. */
export const therapistLateChoices = [5, 10, 15, 20, 30] as const;
const usualLateness = 10;

const minutes = z.coerce.number({ error: "Enter 1 to 60 minutes." }).int().min(1).max(60);

export const RunningLate = z.object({ minutes: minutes.default(usualLateness) });

export const TherapistLate = RunningLate.extend({ id });
export type TherapistLate = z.output<typeof TherapistLate>;

/** A button on My visit. "no" means that the patient is no longer late. */
export const SayLate = z.object({
  late: z.union([z.literal("no").transform(() => null), minutes]),
  page_token: pageToken,
});

export const AskForCall = z.object({ call: flag, page_token: pageToken });
