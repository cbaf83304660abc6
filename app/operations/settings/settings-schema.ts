import * as z from "zod";
import { isStorable, secret, text } from "~/core/fields";

const typed = text(500).optional();
const checked = z.literal("on").optional().transform(Boolean);
const hourOfDay = z.coerce.number().int().min(0).max(24).optional();

/** A form leaves out the settings that the environment sets. */
export const SaveTexts = z.object({
  act: z.enum(["save", "test", "hours"]),
  SMS_PROVIDER: z.enum(["outbox", "twilio"]).optional(),
  TWILIO_ACCOUNT_SID: typed,
  TWILIO_AUTH_TOKEN: secret(typed),
  TWILIO_FROM: typed,
  TWILIO_MESSAGING_SERVICE_SID: typed,
  test_to: text(40).default(""),
  untested: checked,
  hours_from: hourOfDay,
  hours_to: hourOfDay,
});
export type SaveTexts = z.output<typeof SaveTexts>;

export const SaveEmail = z.object({
  act: z.enum(["save", "test"]),
  email: z.enum(["off", "smtp"]).optional(),
  host: text(253).default(""),
  port: z
    .string()
    .trim()
    .regex(/^$|^[1-9]\d{0,4}$/, "Enter a port, like 587.")
    .refine((port) => Number(port) < 65536, "Enter a port, like 587.")
    .default(""),
  security: z.enum(["starttls", "tls", "none"]).default("starttls"),
  user: text(300).default(""),
  password: secret(z.string().max(300).refine(isStorable, "Enter the password again.")).default(""),
  MAIL_FROM: text(300).optional(),
  test_to: text(254).default(""),
  untested: checked,
});
export type SaveEmail = z.output<typeof SaveEmail>;

export const SaveBooking = z.object({
  ACCESS_CODE_DAYS: typed,
  BOOKING_LEAD_HOURS: typed,
  BOOKING_HORIZON_DAYS: typed,
  PATIENT_CHANGE_HOURS: typed,
});

export const SaveSecurity = z.object({ STAFF_IDLE_MINUTES: typed, REQUIRE_MFA: typed });

export const SaveBackups = z.object({
  act: z.enum(["save", "test"]),
  BACKUP_DIR: text(1000).optional(),
  BACKUP_EVERY: typed,
  BACKUP_KEEP: typed,
});
