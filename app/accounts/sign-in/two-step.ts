import type { Role } from "~/core/who";

export const twoStepMethods = ["off", "email", "sms", "totp"] as const;
export type TwoStep = (typeof twoStepMethods)[number];

export type MfaRule = "off" | "admins" | "all";

/** The user's method, or codes by email if REQUIRE_MFA applies: every user has an email address. */
export function twoStepOf(chosen: TwoStep, roles: readonly Role[], rule: MfaRule): TwoStep {
  if (chosen !== "off") return chosen;
  return rule === "all" || (rule === "admins" && roles.includes("admin")) ? "email" : "off";
}
