export const inboxFlash = {
  "reply-added": "Reply added",
  "reply-changed": "Reply saved",
  "reply-deleted": "Reply deleted",
  "replies-added": "Replies added",
};
