import * as z from "zod";
import { flag, recordId } from "~/core/fields";
import { choices } from "./replacement-choice";

const date = z.iso.date("Choose a day.").regex(/^20\d\d/, "Choose a day.");

export const ShowAbsence = z.object({
  id: recordId,
  date: date.optional().catch(undefined),
  slot: choices.catch([]),
  close: flag.optional().catch(undefined),
  change: recordId.optional().catch(undefined),
});
export type ShowAbsence = z.output<typeof ShowAbsence>;

export const ChangeAbsence = z.discriminatedUnion(
  "act",
  [
    z
      .object({ act: z.literal("move"), id: recordId, date, close: flag.default(false), slot: choices })
      .refine(({ close, slot }) => close || slot.some((choice) => choice.slot), {
        path: ["slot"],
        message: "Choose a new time for at least one visit.",
      }),
    z.object({ act: z.literal("reopen"), id: recordId, date }),
  ],
  "Choose what to do.",
);
export type ReassignDay = Extract<z.output<typeof ChangeAbsence>, { act: "move" }>;
