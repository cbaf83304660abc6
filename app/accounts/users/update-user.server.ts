import { logAudit } from "~/audit/log-audit.server";
import type { App, Tx } from "~/boot/app.server";
import type { Who } from "~/core/who";
import { sendPasswordLink } from "../passwords/password-link.server";
import { endSessionsOfUser } from "../sessions.server";
import { removeTwoStep } from "../sign-in/remove-two-step.server";
import { asEmailTaken } from "./add-user.server";
import { linkTherapist } from "./link-therapist.server";
import { endCalendars } from "./therapist-access.server";
import type { UpdateUser, UserJson } from "./user-schema";
import { findUser, requireAnAdmin, rolesFrom, setRoles } from "./users.server";

/**
 * Ends the user's sessions if their roles or email address change, their account is closed, or single sign-on is
 * unlinked. Ends their calendars if they lose their therapist role or profile. If an invited user's email address changes, sends the invitation to the new address.
 */
export function updateUser(app: App, who: Who, input: UpdateUser): Promise<UserJson> {
  return app.db
    .transaction()
    .execute((trx) => changeUser({ trx, app, who }, input))
    .catch((error: unknown) => {
      throw asEmailTaken(error);
    });
}

export async function changeUser({ trx, app, who }: Tx, input: UpdateUser): Promise<UserJson> {
  const before = await findUser(trx, input.id);
  const set = {
    ...(input.email && { email: input.email }),
    ...(input.phone && { phone: input.phone }),
    ...(input.name && { name: input.name }),
    ...(input.disabled !== undefined && { disabled_at: input.disabled ? app.clock.now() : null }),
    ...(input.single_sign_on === false && { sso_subject: null }),
  };
  const roles = rolesFrom(input);
  if (roles) await setRoles(trx, input.id, roles);
  if (input.two_step) await removeTwoStep(trx, input.id);
  await linkTherapist(trx, { id: input.id, email: input.email ?? before.email }, input.therapist_id);
  // After the link, because the linked profile gets the user's email address and phone number (therapists_follow_their_user).
  if (Object.keys(set).length > 0) {
    await trx.updateTable("users").set(set).where("id", "=", input.id).execute();
  }
  await requireAnAdmin(trx);
  const after = await findUser(trx, input.id);
  const isStillTherapist = after.therapist_id === before.therapist_id && after.roles.includes("therapist");
  if (before.therapist_id !== null && !isStillTherapist) {
    await endCalendars({ trx, app, who }, before.therapist_id);
  }
  const moved = after.email !== before.email;
  const unlinked = before.single_sign_on && !after.single_sign_on;
  if (moved && after.status === "invited") await sendPasswordLink({ trx, app }, input.id, "invitation");
  else if (moved) await trx.deleteFrom("password_tokens").where("user_id", "=", input.id).execute();
  if (moved || unlinked || after.status === "closed" || after.roles.join() !== before.roles.join()) {
    await endSessionsOfUser(trx, input.id);
    await trx.deleteFrom("sign_in_challenges").where("user_id", "=", input.id).execute();
  }
  await logAudit({ trx, app, who }, "user.changed", `user ${input.id}`, changesBetween(before, after));
  return after;
}

function changesBetween(before: UserJson, after: UserJson): Record<string, unknown> {
  const names = Object.keys(after) as (keyof UserJson)[];
  return Object.fromEntries(
    names
      .filter((name) => String(before[name]) !== String(after[name]))
      .map((name) => [name, [before[name], after[name]]]),
  );
}
