import * as z from "zod";
import { emailAddress, filled, optional, phoneNumber } from "~/core/fields";
import { strings } from "../strings";

export const NameHelper = z
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
/** The button that removes the helper. Without it, the form adds one. */
export const RemoveHelper = z.object({ remove: z.literal("yes").optional().catch(undefined) });

export type NameHelper = z.output<typeof NameHelper>;
