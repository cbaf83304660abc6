import { formatDay } from "~/core/time";

/** After Done and Snooze, with the way to undo them. @param query the list that the conversation was opened from */
export const conversationFlash = {
  "conversation-done": (id: number, query: string) => ({
    text: "Marked as done",
    undo: `/messages/${id}/done?undo=on${query}`,
  }),
  "conversation-snoozed": (id: number, query: string, until: number, zone: string) => ({
    text: `Snoozed until ${formatDay(until, zone)}`,
    undo: `/messages/${id}/snooze?day=${query}`,
  }),
};

export const inboxFlash = {
  "reply-added": "Reply added",
  "reply-changed": "Reply saved",
  "reply-deleted": "Reply deleted",
  "replies-added": "Replies added",
};
