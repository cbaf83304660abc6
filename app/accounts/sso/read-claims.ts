import { type Role, roles } from "~/core/who";
import type { RoleValues } from "./sso-schema";

/** RFC 8176 values for a second factor or a device that verified its user. */
const strongMethods = "mfa otp hwk sc sms tel fpt face iris retina vbm".split(" ");

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === "string");

export const hasSecondFactor = (claims: Record<string, unknown>) =>
  textsOf(claims.amr).some((method) => strongMethods.includes(method));

/** The values of a claim. A name with dots also reads nested claims, such as `realm_access.roles`. */
export function valuesOf(claims: Record<string, unknown>, claim: string): string[] {
  const nested = claim
    .split(".")
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], claims);
  return textsOf(claims[claim] ?? nested);
}

export const rolesIn = (values: string[], roleValues: RoleValues): Role[] =>
  roles.filter((role) => roleValues[role]?.some((value) => values.includes(value)));

export const emailOf = ({ email }: Record<string, unknown>): string | null =>
  typeof email === "string" && email.trim() ? email.trim().toLowerCase() : null;

/** Some providers send a string instead of a boolean. @param byDefault the result if the claim is missing */
export const isEmailConfirmed = ({ email_verified }: Record<string, unknown>, byDefault: boolean) =>
  String(email_verified ?? byDefault) === "true";

export const isAllowedDomain = (email: string, domains: string[]) =>
  domains.includes(email.slice(email.lastIndexOf("@") + 1));
