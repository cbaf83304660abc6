import type { Role } from "~/core/who";

export const twoStepMethods = ["off", "email", "sms", "totp"] as const;
type TwoStep = (typeof twoStepMethods)[number];

/** The user's method, or codes by email if REQUIRE_MFA applies, because every user has an email address. */
export function twoStepOf(
  chosen: TwoStep,
  hasPasskeys: boolean,
  roles: readonly Role[],
  rule: "off" | "admins" | "all",
): TwoStep | "passkey" {
  if (chosen !== "off") return chosen;
  if (hasPasskeys) return "passkey";
  return rule === "all" || (rule === "admins" && roles.includes("admin")) ? "email" : "off";
}
