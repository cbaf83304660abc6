import { equipmentFlash } from "~/equipment/flash";

/** For changes of one order, which staff make on an order's or a visit's sheet. */
export const orderFlash = {
  ...equipmentFlash,
  "organization-saved": "Code saved. The patient ID now opens the patient in the order system.",
  "zip-saved": "ZIP code saved",
  urgent: "Marked as urgent. If the patient asked for an earlier time, they get offers first.",
  "not-urgent": "No longer marked as urgent",
  "follow-up-saved": "Saved",
  "note-added": "Note added",
  "patient-added": "Patient added. Send the link, or book a visit.",
  "order-taken": "You now own this order.",
  "urgent-refused": "Nothing was changed. You no longer have access to this order.",
};

const codeSent = {
  both: "✅ Code sent via SMS + Email!",
  sms: "✅ Code sent via SMS!",
  email: "✅ Code sent via Email!",
};

export const codeFlash = {
  "code-resent": "✅ Code resent",
  "code-sent": (channel: "both" | "sms" | "email") => codeSent[channel],
};

export const databaseFlash = {
  "database-renamed": "Database renamed",
  "database-saved": "Settings saved",
  "import-discarded": "Import discarded",
  "import-row-saved": "Order saved",
  "key-revoked": "Key revoked",
  "notes-off": "Visit notes turned off",
  "notes-on": "Visit notes turned on",
  "notes-reason-saved": "Reason saved",
  "notes-replayed": "Notes queued again",
  "states-saved": "Order states saved",
  "states-saved-and-synced":
    "Order states saved. Matching orders from the last 30 days will be imported within a minute.",
  "sync-restarted": "The next sync will start in a few seconds",
};
