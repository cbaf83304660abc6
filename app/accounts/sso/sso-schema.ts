import * as z from "zod";
import { filled } from "~/core/fields";
import { type Role, roles } from "~/core/who";

/** For each role, the values of the claim that grant it. */
export type RoleValues = Record<Role, string[]>;

const list = z
  .string()
  .max(1000)
  .default("")
  .transform((typed) => [
    ...new Set(
      typed
        .split(",")
        .map((value) => value.trim())
        .filter(Boolean),
    ),
  ]);

const Domains = list
  .transform((domains) => domains.map((domain) => domain.toLowerCase().replace(/^@/, "")))
  .pipe(
    z
      .array(
        z
          .string()
          .regex(/^[a-z\d-]+(\.[a-z\d-]+)+$/, "Enter domains like clinic.example, with commas between them."),
      )
      .min(1, "Enter at least one email domain, like clinic.example.")
      .max(50),
  );

const checked = z
  .enum(["on"])
  .optional()
  .transform((word) => word === "on");

/**
 * Microsoft's issuers for accounts of all organizations, whose admins can set any email address, and for
 * personal accounts.
 */
const anyTenant =
  /^https:\/\/login\.microsoftonline\.\w+\/(common|organizations|consumers|9188040d-6c67-4c5b-b112-36a304b66dad)\b/i;

const ownIssuer = "Enter the issuer as the provider shows it, like https://login.clinic.example.";

export const SaveSso = z
  .object({
    issuer: z
      .string(ownIssuer)
      .trim()
      .max(500)
      .pipe(z.url({ protocol: /^https?$/, error: ownIssuer })),
    client_id: filled(500, "Enter the client ID."),
    client_secret: z.string().trim().max(2000).default(""),
    roles_claim: filled(200, "Enter the name of the claim that has the roles or groups."),
    role_admin: list,
    role_supervisor: list,
    role_therapist: list,
    role_staff: list,
    domains: Domains,
    emails_confirmed: checked,
    local_off: checked,
  })
  .refine((typed) => !typed.emails_confirmed || !anyTenant.test(typed.issuer), {
    message:
      "Anyone can have an account with this issuer. Enter your one organization's own issuer, or don't check that email addresses are confirmed.",
    path: ["issuer"],
  })
  .refine((typed) => roles.some((role) => typed[`role_${role}`].length > 0), {
    message: "Enter a value for at least one role.",
    path: ["role_admin"],
  });
export type SaveSso = z.output<typeof SaveSso>;

/** The sign-in's state, sealed in a cookie. */
export const Pending = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  until: z.number(),
  /** An admin's test, which signs no one in. */
  isTrial: z.boolean(),
});
export type Pending = z.output<typeof Pending>;

export const LogoutToken = z.object({ logout_token: filled(20_000) });
