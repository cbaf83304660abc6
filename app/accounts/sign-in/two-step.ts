import type { Role } from "~/core/who";

/** What is asked for beside the password. */
export const twoStepMethods = ["off", "email", "sms", "totp"] as const;
export type TwoStep = (typeof twoStepMethods)[number];

/** Of whom REQUIRE_MFA asks it. */
export type MfaRule = "off" | "admins" | "all";

/**
 * The second step of a user: the one they chose, or a code by e-mail where the clinic's rule wants
 * one and none was chosen: everybody has an e-mail address, so nobody is locked out by the rule.
 */
export function twoStepOf(chosen: TwoStep, held: readonly Role[], rule: MfaRule): TwoStep {
  if (chosen !== "off") return chosen;
  return rule === "all" || (rule === "admins" && held.includes("admin")) ? "email" : "off";
}
