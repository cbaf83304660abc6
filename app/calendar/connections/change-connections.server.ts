import { addCalendar } from "~/availability/busy/add-calendar.server";
import { findCalendar } from "~/availability/busy/connected-calendars.server";
import { withReadingTurn } from "~/availability/busy/reading-turns.server";
import { refreshCalendar } from "~/availability/busy/refresh-calendar.server";
import { removeCalendar } from "~/availability/busy/remove-calendar.server";
import type { App } from "~/boot/app.server";
import type { Flash } from "~/core/flash";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import { createFeed, revokeFeed } from "~/visits/feed/feed-address.server";
import type { ChangeConnections } from "./connections-schema";

/** @param gone aborts when the client leaves, which stops the reading of a calendar */
export async function changeConnections(
  app: App,
  who: Who,
  input: ChangeConnections,
  gone: AbortSignal,
): Promise<Flash> {
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
      if (added.error !== null && !added.isReplaced) {
        await removeCalendar(app, who, { id: input.id, calendar_id: added.id });
        throw new Refusal("invalid", `The calendar wasn't added. ${added.error}`);
      }
      return resultOf(added);
    }
  }
}

const resultOf = ({ error, events, busy }: { error: string | null; events: number; busy: number }): Flash =>
  error === null ? `calendar-read.${events}.${busy}` : "calendar-unread";
