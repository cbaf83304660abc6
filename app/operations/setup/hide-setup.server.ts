import type { App } from "~/boot/app.server";
import type { Staff } from "~/core/who";
import { listSetupSteps, type SetupStep } from "./list-setup-steps.server";

export async function isSetupHidden({ reads }: Pick<App, "reads">, who: Staff): Promise<boolean> {
  const { setup_hidden_at: at } = await reads
    .selectFrom("users")
    .select("setup_hidden_at")
    .where("id", "=", who.userId)
    .executeTakeFirstOrThrow();
  return at !== null;
}

/** Hides the checklist on this admin's start page, or shows it again. */
export async function hideSetup({ db, clock }: App, who: Staff, isHidden: boolean): Promise<void> {
  await db
    .updateTable("users")
    .set({ setup_hidden_at: isHidden ? clock.now() : null })
    .where("id", "=", who.userId)
    .execute();
}

/** The steps for an admin's start page. Null if the admin hid them, or if everything is done. */
export async function findOpenSetup(
  app: Parameters<typeof listSetupSteps>[0],
  who: Staff,
): Promise<SetupStep[] | null> {
  if (await isSetupHidden(app, who)) return null;
  const steps = await listSetupSteps(app, who);
  return steps.every(({ state }) => state === "done") ? null : steps;
}
