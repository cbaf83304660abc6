import type { App } from "~/boot/app.server";
import { zoneOrUtc } from "~/core/time";
import type { Who } from "~/core/who";
import { ownTherapistOfId } from "../../therapist-permissions.server";
import { listCalendars } from "../connected-calendars.server";
import { findFeedAddress } from "../feed-address.server";

export async function findConnections(app: App, who: Who, therapistId: number) {
  const { id, name, timezone, company_id } = await ownTherapistOfId(app.reads, who, therapistId);
  const company = await app.reads
    .selectFrom("companies")
    .select("feed_names")
    .where("id", "=", company_id)
    .executeTakeFirst();
  return {
    therapist: { id, name, zone: zoneOrUtc(timezone) },
    calendars: await listCalendars(app, who, id),
    feed: await findFeedAddress(app, who, id),
    showsNames: company?.feed_names === 1,
  };
}
