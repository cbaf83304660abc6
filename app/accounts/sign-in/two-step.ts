import type { Role } from "~/core/who";

export const twoStepMethods = ["off", "email", "sms", "totp"] as const;
export type TwoStep = (typeof twoStepMethods)[number];

export type MfaRule = "off" | "admins" | "all";

/**
 * Returns the user's method, or codes by e-mail if REQUIRE_MFA applies and none was chosen: every user has an
 * e-mail address.
 */
export function twoStepOf(chosen: TwoStep, roles: readonly Role[], rule: MfaRule): TwoStep {
  if (chosen !== "off") return chosen;
  return rule === "all" || (rule === "admins" && roles.includes("admin")) ? "email" : "off";
}
