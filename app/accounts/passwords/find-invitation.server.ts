import type { App } from "~/boot/app.server";
import type { Staff } from "~/core/who";
import { describePasswordLink, type SentLink } from "./describe-password-link.server";

/** For the admin who just added the user. Null for an existing user, who needs no link. */
export async function findInvitation(app: App, who: Staff, userId: number | null): Promise<SentLink | null> {
  if (userId === null || !who.roles.includes("admin")) return null;
  const sent = await describePasswordLink(app, userId);
  return sent?.kind === "invitation" ? sent : null;
}
