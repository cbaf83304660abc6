import { findSso } from "~/accounts/sso/sso-settings.server";
import type { App } from "~/boot/app.server";
import { durationText, type HealthCheck } from "./health-check";

type HealthApp = Pick<App, "reads" | "config" | "clock" | "isDamaged">;

const rules = {
  off: "It is optional. Set REQUIRE_MFA to require it.",
  admins: "Admins have to use it.",
  all: "All staff have to use it.",
};

export function checkTwoStep({ config }: Pick<App, "config">): HealthCheck {
  const byDefault =
    !config.requireMfaIsSet && config.requireMfa === "admins"
      ? " This is the default once texts or email are set up. Change it with REQUIRE_MFA."
      : "";
  return { name: "Two-step sign-in", state: "good", says: rules[config.requireMfa] + byDefault };
}

export async function checkSingleSignOn(app: HealthApp): Promise<HealthCheck[]> {
  const row = await findSso(app.reads).catch((error: unknown) => {
    if (app.isDamaged()) return null;
    throw error;
  });
  if (!row) return [];
  const [name, href] = ["Single sign-on", "/admin/single-sign-on"];
  if (row.problem !== null && row.problem_at !== null) {
    const ago = durationText(app.clock.now() - row.problem_at);
    return [
      {
        name,
        href,
        state: "warn",
        says: `The provider failed ${ago} ago: ${row.problem} Test it under Admin → Single sign-on.`,
      },
    ];
  }
  return [
    {
      name,
      href,
      state: "good",
      says:
        row.last_used_at === null
          ? "It is set up but has not been used yet."
          : `The provider last worked ${durationText(app.clock.now() - row.last_used_at)} ago.`,
    },
  ];
}
