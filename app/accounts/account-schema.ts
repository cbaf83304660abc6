import * as z from "zod";
import { emailAddress, filled } from "~/core/fields";
import { roles } from "~/core/who";
import { newPassword } from "./passwords/new-password-schema";
import { longestPassword } from "./passwords/password-length";

export const PasswordLogin = z.object({
  email: filled(254, "Please enter your email.").toLowerCase(),
  password: z
    .string("Please enter your password.")
    .min(1, "Please enter your password.")
    .max(longestPassword, "Password must be at most 256 characters."),
});
export type PasswordLogin = z.output<typeof PasswordLogin>;

const dashless = (typed: string) => typed.replace(/[\s-]/g, "").toUpperCase();

export const SecondStep = z.object({
  challenge: filled(100, "Please enter your email and password again."),
  code: z
    .string("Please enter the code.")
    .max(40, "Please enter the code.")
    .transform(dashless)
    .pipe(z.string().regex(/^(\d{6}|[A-Z2-9]{10})$/, "Please enter the 6-digit code.")),
});
export type SecondStep = z.output<typeof SecondStep>;

const RoleName = z.enum(roles);

export const LoginAnswer = z.union([
  z.object({
    token: z.string(),
    roles: z.array(RoleName),
    role: z.union([RoleName, z.literal("")]),
    user: z.object({ email: z.string(), name: z.string() }),
    user_id: z.int(),
    user_name: z.string(),
    therapist_name: z.string().nullable(),
    home: z.string().nullable(),
  }),
  z.object({
    mfa_required: z.literal(true),
    challenge: z.string(),
    way: z.enum(["email", "sms", "totp", "passkey"]),
    passkey: z.literal(true).optional(),
  }),
]);
export type LoginAnswer = z.output<typeof LoginAnswer>;

export const ResetRequest = z.object({ email: emailAddress });

export const NewPassword = z.object({
  token: z.string().max(100, "This link is not complete."),
  password: newPassword,
});

export const NewPasswordTwice = NewPassword.extend({
  confirm_password: z.string("Passwords do not match.").max(longestPassword, "Passwords do not match."),
}).refine((typed) => typed.password === typed.confirm_password, {
  message: "Passwords do not match.",
  path: ["confirm_password"],
});

export const CurrentPassword = z.object({
  current: z
    .string("Please enter your current password.")
    .min(1, "Please enter your current password.")
    .max(longestPassword, "Password must be at most 256 characters."),
});

export const ChangePassword = CurrentPassword.extend({
  password: newPassword,
  repeated: z.string("Please enter the new password again.").max(longestPassword),
}).refine((typed) => typed.password === typed.repeated, {
  message: "Passwords do not match.",
  path: ["repeated"],
});

export const ChooseTwoStep = CurrentPassword.extend({
  way: z.enum(["email", "sms", "totp"], "Choose where to get the code."),
});

export const FirstCode = z.object({
  digits: z
    .string("Please enter the six-digit code.")
    .max(40, "Please enter the six-digit code.")
    .transform(dashless)
    .pipe(z.string().regex(/^\d{6}$/, "Please enter the six-digit code.")),
});
