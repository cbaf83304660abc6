import * as z from "zod";
import { line, recordId, text } from "~/core/fields";
import { AddTherapist, UpdateTherapist } from "../therapist-schema";

const emptied = z.union([z.literal("").transform(() => null), z.null()]);
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
  version: UpdateTherapist.shape.version,
});
export type ChangeTherapistSettings = z.output<typeof ChangeTherapistSettings>;

export const SendNewLink = z.object({ id: recordId, instead_of: text(1000) });
export type SendNewLink = z.output<typeof SendNewLink>;
