import { logAudit } from "~/audit/log-audit.server";
import type { AppTx } from "~/boot/app.server";
import { homeOf } from "~/core/staff-home";
import { roles, type StaffMember } from "~/core/who";
import type { StaffSession } from "../account-schema";
import { openSession } from "../sessions.server";

export interface SignInSource {
  address: string | null;
  agent: string | null;
  /** Set if the first step was single sign-on; `sid` is the ID of the provider's session. */
  sso?: { sid: string | null };
}

export async function openStaffSession(
  { trx, app }: AppTx,
  staff: StaffMember,
  { address, agent, sso }: SignInSource,
): Promise<StaffSession> {
  const token = await openSession(
    trx,
    { kind: "staff", userId: staff.userId, ssoSid: sso?.sid },
    { now: app.clock.now(), address, agent },
  );
  await logAudit({ trx, app, who: { ...staff, address } }, "sign-in.done", `user ${staff.userId}`);
  const held = roles.filter((role) => staff.roles.includes(role));
  return {
    token,
    roles: held,
    role: held[0] ?? "",
    user: { email: staff.email, name: staff.name },
    user_id: staff.userId,
    user_name: staff.name,
    therapist_name: staff.therapistName,
    home: homeOf(held),
  };
}
