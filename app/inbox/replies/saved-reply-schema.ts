import * as z from "zod";
import { filled, recordId, text } from "~/core/fields";
import { longestText, placeholders, unknownPlaceholderIn } from "./saved-reply";

const knownNames = Object.keys(placeholders).map((name) => `{${name}}`);

// Browsers submit line breaks as CRLF.
const replyText = z
  .string("Enter some text.")
  .transform((typed) => typed.replaceAll("\r\n", "\n"))
  .pipe(text(longestText))
  .superRefine((body, context) => {
    const unknown = unknownPlaceholderIn(body);
    if (!unknown) return;
    const message = `${unknown} is not a placeholder. Use ${knownNames.slice(0, -1).join(", ")}, or ${knownNames.at(-1)}.`;
    context.addIssue({ code: "custom", message });
  });

const SavedReply = z.object({
  name: filled(60, "Enter a name."),
  text_en: replyText.refine((body) => body !== "", "Enter the English text."),
  text_es: replyText.transform((body) => body || null),
});

const ofCompany = z.object({ company: text(120).optional() });

export const AddReply = SavedReply.extend(ofCompany.shape);
export type AddReply = z.output<typeof AddReply>;

export const AddDefaults = ofCompany;
export type AddDefaults = z.output<typeof AddDefaults>;

export const OneReply = z.object({ id: recordId });

export const ChangeReply = SavedReply.extend({
  id: recordId,
  /** The first position is 1. */
  position: z.coerce.number("Choose a position.").int().min(1).optional(),
  /** The version that the user saw. If there is a newer one, the change is rejected. */
  version: recordId.optional(),
});
export type ChangeReply = z.output<typeof ChangeReply>;
