import * as z from "zod";
import { emailAddress, example, filled, secret, shown } from "~/core/fields";
import { withoutSurroundings } from "~/core/link-code";
import { roles } from "~/core/who";
import { longestPassword, shortestPassword } from "./passwords/password-length";

const tooLong = "Password must be at most 256 characters.";

const enteredPassword = (missing: string) =>
  secret(z.string(missing).min(1, missing).max(longestPassword, tooLong));

/** Not trimmed, because spaces are part of a password. */
export const newPassword = example(
  secret(
    z
      .string("Please enter a password.")
      .min(shortestPassword, "Password must be at least 8 characters.")
      .max(longestPassword, tooLong),
  ),
  "a long enough password",
);

export const PasswordLogin = z.object({
  email: example(filled(254, "Please enter your email.").toLowerCase(), "hannah.whitfield@clinic.example"),
  password: enteredPassword("Please enter your password."),
});
export type PasswordLogin = z.output<typeof PasswordLogin>;

/** Removes the spaces and dashes that people type in a code. */
const enteredCode = (pattern: RegExp, missing: string, malformed: string) =>
  secret(
    z
      .string(missing)
      .max(40, missing)
      .transform((typed) => typed.replace(/[\s-]/g, "").toUpperCase())
      .pipe(z.string().regex(pattern, malformed)),
  );

export const SecondStep = z.object({
  challenge: filled(100, "Please enter your email and password again."),
  code: example(
    enteredCode(/^(\d{6}|[A-Z2-9]{10})$/, "Please enter the code.", "Please enter the 6-digit code."),
    "482915",
  ),
});
export type SecondStep = z.output<typeof SecondStep>;

const RoleName = z.enum(roles);

export const LoginResponse = z.union([
  z.object({
    token: z.string(),
    roles: z.array(RoleName),
    role: z.union([RoleName, z.literal("")]),
    user: z.object({ email: shown.email, name: z.string() }),
    user_id: z.int(),
    user_name: z.string(),
    therapist_name: shown.therapist.nullable(),
    home: z.string().nullable(),
  }),
  z.object({
    mfa_required: z.literal(true),
    challenge: z.string(),
    way: z.enum(["email", "sms", "totp", "passkey"]),
    passkey: z.literal(true).optional(),
  }),
]);
export type LoginResponse = z.output<typeof LoginResponse>;
export type StaffSession = Extract<LoginResponse, { token: string }>;

export const ResetRequest = z.object({ email: emailAddress });

/** The token of a link in an email or in the server's log. */
export const linkToken = secret(
  z.string().max(300, "This link is incomplete.").transform(withoutSurroundings),
);

export const NewPassword = z.object({
  token: linkToken,
  password: newPassword,
});

const noMatch = "Passwords do not match.";

export const NewPasswordTwice = NewPassword.extend({
  confirm_password: secret(z.string(noMatch).max(longestPassword, noMatch)),
}).refine((typed) => typed.password === typed.confirm_password, {
  message: noMatch,
  path: ["confirm_password"],
});

export const CurrentPassword = z.object({ current: enteredPassword("Please enter your current password.") });

export const ChangePassword = CurrentPassword.extend({
  password: newPassword,
  repeated: secret(z.string("Please enter the new password again.").max(longestPassword)),
}).refine((typed) => typed.password === typed.repeated, { message: noMatch, path: ["repeated"] });

export const ChooseTwoStep = CurrentPassword.extend({
  way: z.enum(["email", "sms", "totp"], "Choose where to get the code."),
});

const sixDigits = "Please enter the six-digit code.";

export const FirstCode = z.object({ digits: enteredCode(/^\d{6}$/, sixDigits, sixDigits) });
