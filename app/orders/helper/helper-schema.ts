import * as z from "zod";
import { emailAddress, filled, optional, phoneNumber } from "~/core/fields";
import { strings } from "../strings";

export const AddHelper = z
  .object({
    name: filled(80),
    relation: filled(60),
    phone: optional(phoneNumber),
    email: optional(emailAddress),
  })
  .refine(({ phone, email }) => phone !== undefined || email !== undefined, {
    path: ["phone"],
    error: () => strings.helper.phoneOrEmail,
  });
export type AddHelper = z.output<typeof AddHelper>;

/** The Remove button of the helper's form. Without it, the form adds a helper. */
export const RemoveHelper = z.object({ remove: z.literal("yes").optional().catch(undefined) });
