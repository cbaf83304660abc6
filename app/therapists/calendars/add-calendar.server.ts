import { requireActiveTherapist } from "~/accounts/users/therapist-access.server";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { invalidField, Refusal } from "~/core/refusal";
import { minute } from "~/core/time";
import type { Who } from "~/core/who";
import { hostOf, isPrivateHost } from "~/integrations/requests/private-address.server";
import { ownTherapistOfId } from "../therapist-permissions.server";
import type { AddCalendar } from "./busy-schema";
import { findCalendar, openOr } from "./connected-calendars.server";
import { withReadingTurn } from "./reading-turns.server";
import { refreshCalendar } from "./refresh-calendar.server";
import { removeCalendar } from "./remove-calendar.server";

const most = 10;

/**
 * Adds a calendar, or replaces the user name and password of the one with the same URL, and reads it immediately.
 * @param gone when the client leaves, the read stops, and a new calendar is removed again
 * @throws Refusal "missing", "invalid", "conflict", "too-many"; or the signal's reason
 */
export async function addCalendar(app: App, who: Who, input: AddCalendar, gone: AbortSignal) {
  refuseAddress(app, input);
  const therapistId = input.id;
  await ownTherapistOfId(app.reads, who, therapistId);
  return withReadingTurn(app, therapistId, async () => {
    gone.throwIfAborted();
    const { id, isReplaced } = await saveCalendar(app, who, input);
    await refreshCalendar(app, id, gone);
    if (gone.aborted && !isReplaced) await removeCalendar(app, who, { id: therapistId, calendar_id: id });
    gone.throwIfAborted();
    return { ...(await findCalendar(app, who, therapistId, id)), isReplaced };
  });
}

function saveCalendar(app: App, who: Who, input: AddCalendar): Promise<{ id: number; isReplaced: boolean }> {
  const { id: therapistId, kind, user = null, password } = input;
  // The URL class adds a slash after a bare host name.
  const url = new URL(input.url).href;
  const now = app.clock.now();
  const access = {
    kind,
    user,
    password_sealed: password === undefined ? null : app.secrets.seal(password),
    due_at: now + 5 * minute,
  };
  return app.db.transaction().execute(async (trx) => {
    await ownTherapistOfId(trx, who, therapistId);
    await requireActiveTherapist(trx, therapistId);
    const calendars = await trx
      .selectFrom("calendars")
      .select(["id", "url_sealed"])
      .where("therapist_id", "=", therapistId)
      .execute();
    const same = calendars.find(({ url_sealed }) => {
      const stored = openOr(app, url_sealed, null);
      return stored !== null && new URL(stored).href === url;
    });
    if (!same && calendars.length >= most) {
      throw new Refusal("conflict", `A therapist can have ${most} calendars. Remove one first.`);
    }
    await logAudit({ trx, app, who }, "calendar.added", `therapist ${therapistId}`, {
      kind,
      host: new URL(url).host,
    });
    if (same) {
      // Its busy times stay until it has been read.
      await trx
        .updateTable("calendars")
        .set({ ...access, content_hash: null, error: null })
        .where("id", "=", same.id)
        .execute();
      return { id: same.id, isReplaced: true };
    }
    const { id } = await trx
      .insertInto("calendars")
      .values({ ...access, therapist_id: therapistId, url_sealed: app.secrets.seal(url), created_at: now })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { id, isReplaced: false };
  });
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
