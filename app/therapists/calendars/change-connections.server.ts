import type { App } from "~/boot/app.server";
import type { FlashOf } from "~/core/flash";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import type { Row } from "~/db/tables";
import type { ConnectionFlash } from "../flash";
import { addCalendar } from "./add-calendar.server";
import { findCalendar, isRead } from "./connected-calendars.server";
import type { ChangeConnections } from "./connections-schema";
import { createFeed, revokeFeed } from "./feed-address.server";
import { withReadingTurn } from "./reading-turns.server";
import { refreshCalendar } from "./refresh-calendar.server";
import { removeCalendar } from "./remove-calendar.server";

/** @param gone aborts when the client leaves, which stops the reading of a calendar */
export async function changeConnections(
  app: App,
  who: Who,
  input: ChangeConnections,
  gone: AbortSignal,
): Promise<FlashOf<ConnectionFlash>> {
  switch (input.act) {
    case "create-feed":
      return (await createFeed(app, who, input)).replaced ? "feed-replaced" : "feed-created";
    case "revoke-feed":
      await revokeFeed(app, who, input);
      return "feed-revoked";
    case "remove-calendar":
      await removeCalendar(app, who, input);
      return "calendar-removed";
    case "test-calendar": {
      const { id } = await findCalendar(app, who, input.id, input.calendar_id);
      await withReadingTurn(app, input.id, () => refreshCalendar(app, id, gone));
      return resultOf(await findCalendar(app, who, input.id, id));
    }
    case "add-calendar": {
      const { act: _, ...calendar } = input;
      const added = await addCalendar(app, who, calendar, gone);
      // Otherwise, a typo in the URL or password would block all of the therapist's times an hour later.
      if (added.error !== null && !isRead(added) && !added.isReplaced) {
        await removeCalendar(app, who, { id: input.id, calendar_id: added.id });
        throw new Refusal("invalid", `The calendar wasn't added. ${added.error}`);
      }
      return resultOf(added);
    }
  }
}

type Result = Pick<Row<"calendars">, "error" | "events" | "busy" | "last_read_at" | "due_at">;

const resultOf = ({ error, events, busy, ...times }: Result): FlashOf<ConnectionFlash> =>
  error === null || isRead(times) ? ["calendar-read", events, busy] : "calendar-unread";
