import * as z from "zod";
import { returnPath } from "~/core/allowed-return-path";
import { line, optional, recordId, text } from "~/core/fields";

export const longestNote = 2000;
export const longestAction = 200;

export const OrderFollowUp = z.object({ id: recordId, back: returnPath });

export const SaveFollowUp = OrderFollowUp.extend({
  owner: optional(recordId).transform((id) => id ?? null),
  next_action: optional(line(longestAction)).transform((action) => action ?? null),
  /** A date in the user's zone. */
  due_on: optional(z.iso.date("Enter a date like 2026-05-12.")).transform((date) => date ?? null),
});
export type SaveFollowUp = z.output<typeof SaveFollowUp>;

export const noteText = (least: 0 | 1) =>
  text(longestNote)
    .transform((typed) => typed.replaceAll("\r\n", "\n"))
    .refine((typed) => typed.length >= least, "Enter a note.");

export const AddNote = OrderFollowUp.extend({ note: noteText(1) });
