import * as z from "zod";
import { example, filled, recordId, secret, text } from "~/core/fields";
import { isWebAddress } from "~/core/web-address";

const fullAddress = "Enter the full address, like https://calendar.example.com/private.ics.";
const emptied = z.literal("").transform(() => undefined);

export const AddCalendar = z
  .object({
    id: recordId,
    kind: z.enum(["ics", "caldav"], "Choose an address or a CalDAV server."),
    /** Calendar apps show webcal:// for URLs that are read with https://. */
    url: example(
      filled(2000, fullAddress)
        .transform((typed) => typed.replace(/^webcals?:\/\//i, "https://"))
        .refine(isWebAddress, fullAddress),
      "https://calendar.example.com/private.ics",
    ),
    user: z.union([emptied, text(300)]).optional(),
    password: secret(z.union([emptied, text(300)])).optional(),
  })
  .refine(({ kind, user, password }) => user || (kind === "ics" && !password), {
    error: "Enter the user name.",
    path: ["user"],
  })
  .refine(({ kind, user, password }) => password || (kind === "ics" && !user), {
    error: "Enter the app password.",
    path: ["password"],
  });
export type AddCalendar = z.output<typeof AddCalendar>;

export const OneCalendar = z.object({ id: recordId, calendar_id: recordId });
export type OneCalendar = z.output<typeof OneCalendar>;

export const CalendarJson = z.object({
  id: z.int(),
  kind: z.enum(["ics", "caldav"]),
  url: z.string(),
  last_read_at: z.string().nullable(),
  error: z.string().nullable(),
});
