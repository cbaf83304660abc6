import * as z from "zod";
import { example, line, recordId, text } from "~/core/fields";
import { postalAreasOf } from "~/core/postal-code";
import { AddTherapist, UpdateTherapist } from "../therapist-schema";

const emptied = z.union([z.literal("").transform(() => null), z.null()]);
const wrongAreas =
  "Enter the first digits of ZIP codes, like 606, 60714, or of Canadian postal codes, like K1A.";
const wrongPhone = "Please enter a 10-digit US phone number.";

export const ChangeTherapistSettings = z.object({
  id: recordId,
  phone: z.union([emptied, AddTherapist.shape.phone], { error: wrongPhone }).optional(),
  office_number: z
    .union([emptied, line(60)], { error: "Please use one line with at most 60 characters." })
    .optional(),
  region: AddTherapist.shape.region.optional(),
  timezone: AddTherapist.shape.timezone.optional(),
  zoom_link: AddTherapist.shape.zoom_link,
  languages: AddTherapist.shape.languages,
  daily_capacity: AddTherapist.shape.daily_capacity.unwrap().optional(),
  zip_prefixes: example(
    z
      .string(wrongAreas)
      .max(2000, wrongAreas)
      .transform((typed, context) => {
        const areas = postalAreasOf(typed);
        if (!areas) context.addIssue({ code: "custom", message: wrongAreas });
        return areas && areas.length > 0 ? JSON.stringify(areas) : null;
      }),
    "606, 60714",
  ).optional(),
  version: UpdateTherapist.shape.version,
});
export type ChangeTherapistSettings = z.output<typeof ChangeTherapistSettings>;

export const SendNewLink = z.object({ id: recordId, instead_of: text(1000) });
export type SendNewLink = z.output<typeof SendNewLink>;
