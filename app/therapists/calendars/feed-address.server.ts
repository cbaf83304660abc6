import { requireActiveTherapist } from "~/accounts/users/therapist-access.server";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { hashToken, newToken } from "~/core/secrets.server";
import type { Who } from "~/core/who";
import { ownTherapistOfId } from "../therapist-permissions.server";

const addressOf = (app: Pick<App, "config">, token: string) =>
  `${app.config.publicUrl}/calendar/${token}.ics`;

/** The URL of a therapist's calendar feed; null if there is none. @throws Refusal "missing" */
export async function findFeedAddress(app: App, who: Who, therapistId: number): Promise<string | null> {
  await ownTherapistOfId(app.reads, who, therapistId);
  const feed = await app.reads
    .selectFrom("calendar_feeds")
    .select("token_sealed")
    .where("therapist_id", "=", therapistId)
    .executeTakeFirst();
  return feed ? addressOf(app, app.secrets.open(feed.token_sealed)) : null;
}

/** Creates the feed, or replaces its URL. The old URL stops working immediately. @throws Refusal "missing", "conflict" */
export function createFeed(app: App, who: Who, { id }: { id: number }) {
  const token = newToken();
  return app.db.transaction().execute(async (trx) => {
    await ownTherapistOfId(trx, who, id);
    await requireActiveTherapist(trx, id);
    const replaced = await trx
      .deleteFrom("calendar_feeds")
      .where("therapist_id", "=", id)
      .returning("therapist_id")
      .executeTakeFirst();
    await trx
      .insertInto("calendar_feeds")
      .values({
        therapist_id: id,
        token_hash: hashToken(token),
        token_sealed: app.secrets.seal(token),
        created_at: app.clock.now(),
      })
      .execute();
    await logAudit({ trx, app, who }, replaced ? "feed.replaced" : "feed.created", `therapist ${id}`);
    return { url: addressOf(app, token), replaced: Boolean(replaced) };
  });
}

export function revokeFeed(app: App, who: Who, { id }: { id: number }): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    await ownTherapistOfId(trx, who, id);
    const revoked = await trx
      .deleteFrom("calendar_feeds")
      .where("therapist_id", "=", id)
      .returning("therapist_id")
      .executeTakeFirst();
    if (revoked) await logAudit({ trx, app, who }, "feed.revoked", `therapist ${id}`);
  });
}
