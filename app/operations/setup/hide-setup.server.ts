import type { App } from "~/boot/app.server";
import type { Staff } from "~/core/who";
import { listSetupSteps, type SeenHost, type SetupStep } from "./list-setup-steps.server";

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
  host: SeenHost,
): Promise<SetupStep[] | null> {
  if (await isSetupHidden(app, who)) return null;
  const steps = await listSetupSteps(app, who, host);
  return steps.every(({ state }) => state === "done") ? null : steps;
}

export interface NextSetup {
  name: string;
  label: string;
  href: string;
}

/**
 * The step that follows what an admin just did, on the way to the first booked visit. Null for other users, after the
 * first visit, or if the admin hid the list.
 */
export async function findNextSetup(
  app: Parameters<typeof listSetupSteps>[0],
  who: Staff,
): Promise<NextSetup | null> {
  if (!who.roles.includes("admin")) return null;
  if (await app.reads.selectFrom("visits").select("id").limit(1).executeTakeFirst()) return null;
  const step = (await findOpenSetup(app, who, null))?.find(({ state }) => state !== "done");
  if (!step) return null;
  const { name, act } = step;
  return "href" in act ? { name, ...act } : { name, label: "Open the set-up list", href: "/admin/setup" };
}
