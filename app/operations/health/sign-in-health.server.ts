import { findSso } from "~/accounts/sso/sso-settings.server";
import type { App } from "~/boot/app.server";
import { durationText, type HealthCheck, resultOf } from "./health-check";

const rules = {
  off: "Two-step sign-in is optional. Set REQUIRE_MFA to require it.",
  admins: "Required for admins.",
  all: "Required for all staff.",
};

export function checkTwoStep({ config }: Pick<App, "config">): HealthCheck {
  const byDefault =
    !config.requireMfaIsSet && config.requireMfa === "admins"
      ? " This is the default once texts or email are set up. Change it with REQUIRE_MFA."
      : "";
  return resultOf("Two-step sign-in")("good", rules[config.requireMfa] + byDefault);
}

export async function checkSingleSignOn({
  reads,
  clock,
  isDamaged,
}: Pick<App, "reads" | "clock" | "isDamaged">): Promise<HealthCheck[]> {
  const row = await findSso(reads).catch((error: unknown) => {
    if (isDamaged()) return null;
    throw error;
  });
  if (!row) return [];
  const result = resultOf("Single sign-on", "/admin/single-sign-on");
  const ago = (at: number) => `${durationText(clock.now() - at)} ago`;
  if (row.problem !== null && row.problem_at !== null) {
    const message = `The provider failed ${ago(row.problem_at)}: ${row.problem} Test it under Admin → Single sign-on.`;
    return [result("warn", message)];
  }
  return [
    row.last_used_at === null
      ? result("good", "Single sign-on is set up but has not been used yet.")
      : result("good", `The provider last worked ${ago(row.last_used_at)}.`),
  ];
}
