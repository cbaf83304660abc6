import * as z from "zod";
import { filled, secret, shown } from "~/core/fields";
import { type Role, roles } from "~/core/who";

/** The claim values that give each role. */
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
          .regex(/^[a-z\d-]+(\.[a-z\d-]+)+$/, "Enter domains like clinic.example, separated by commas."),
      )
      .min(1, "Enter at least one email domain, like clinic.example.")
      .max(50),
  );

const checked = z.literal("on").optional().transform(Boolean);

/** Microsoft's issuers for personal accounts and for all organizations. Their admins can set any email address. */
const anyTenant =
  /^https:\/\/login\.microsoftonline\.\w+\/(common|organizations|consumers|9188040d-6c67-4c5b-b112-36a304b66dad)\b/i;

const badIssuer = "Enter the issuer as the provider shows it, like https://login.clinic.example.";

export const SaveSso = z
  .object({
    issuer: z
      .string(badIssuer)
      .trim()
      .max(500)
      .pipe(z.url({ protocol: /^https?$/, error: badIssuer })),
    client_id: filled(500, "Enter the client ID."),
    client_secret: secret(z.string().trim().max(2000)).default(""),
    roles_claim: filled(200, "Enter the name of the claim that contains the roles or groups."),
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
      "Anyone can have an account with this issuer. Enter your organization's own issuer, or clear the checkbox for confirmed email addresses.",
    path: ["issuer"],
  })
  .refine((typed) => roles.some((role) => typed[`role_${role}`].length > 0), {
    message: "Enter a value for at least one role.",
    path: ["role_admin"],
  });
export type SaveSso = z.output<typeof SaveSso>;

export const Pending = z.object({
  state: shown.state,
  nonce: z.string(),
  verifier: z.string(),
  until: z.number(),
  /** True for an admin's test sign-in, which doesn't open a session. */
  isTrial: z.boolean(),
});
export type Pending = z.output<typeof Pending>;

export const LogoutToken = z.object({ logout_token: secret(filled(20_000)) });
