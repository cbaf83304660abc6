import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { invalidField, Refusal } from "~/core/refusal";
import { minute } from "~/core/time";
import type { Who } from "~/core/who";
import { hostOf, isPrivateHost } from "~/integrations/requests/private-address.server";
import { ownTherapistOfId } from "~/therapists/therapist-permissions.server";
import type { AddCalendar } from "./busy-schema";
import { findCalendar, openOr } from "./connected-calendars.server";
import { refreshCalendar } from "./refresh-calendar.server";
import { storeBusyTimes } from "./store-busy-times.server";

const most = 10;

/**
 * Adds a calendar, or replaces the one with the same URL, and reads it immediately.
 * @throws Refusal "missing", "invalid", "conflict"
 */
export async function addCalendar(app: App, who: Who, input: AddCalendar) {
  refuseAddress(app, input);
  const { id: therapistId, kind, user = null, password } = input;
  // The URL class adds a slash after a bare host name.
  const url = new URL(input.url).href;
  const now = app.clock.now();
  const { id, isReplaced } = await app.db.transaction().execute(async (trx) => {
    await ownTherapistOfId(trx, who, therapistId);
    const calendars = await trx
      .selectFrom("calendars")
      .select(["id", "url_sealed"])
      .where("therapist_id", "=", therapistId)
      .execute();
    const same = calendars.find(({ url_sealed }) => {
      const stored = openOr(app, url_sealed, null);
      return stored !== null && new URL(stored).href === url;
    });
    if (same) {
      await storeBusyTimes(trx, { id: same.id, therapist_id: therapistId }, []);
      await trx.deleteFrom("calendars").where("id", "=", same.id).execute();
    } else if (calendars.length >= most)
      throw new Refusal("conflict", `A therapist can have ${most} calendars. Remove one first.`);
    await logAudit(trx, app, who, "calendar.added", `therapist ${therapistId}`, {
      kind,
      host: new URL(url).host,
    });
    const { id } = await trx
      .insertInto("calendars")
      .values({
        therapist_id: therapistId,
        kind,
        url_sealed: app.secrets.seal(url),
        user,
        password_sealed: password === undefined ? null : app.secrets.seal(password),
        created_at: now,
        due_at: now + 5 * minute,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { id, isReplaced: same !== undefined };
  });
  await refreshCalendar(app, id);
  return { ...(await findCalendar(app, who, therapistId, id)), isReplaced };
}

function refuseAddress({ config }: Pick<App, "config">, { url: typed, password }: AddCalendar): void {
  const url = new URL(typed);
  if (config.privateHosts.includes(hostOf(url).toLowerCase())) return;
  if (isPrivateHost(hostOf(url))) {
    throw invalidField(
      "url",
      "This address is on a private network. The server administrator can allow it with the ALLOW_PRIVATE_HOSTS setting.",
    );
  }
  if (password !== undefined && url.protocol !== "https:") {
    throw invalidField("url", "Use an address that starts with https://, so that the password is encrypted.");
  }
}
