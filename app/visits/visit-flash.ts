import type { Flash } from "~/core/flash";
import { alreadyConfirmed } from "./staff-strings";
import { en } from "./strings.en";

const texts: Partial<Record<Flash, string>> = {
  "already-confirmed": alreadyConfirmed,
  "language-saved": "Saved",
  "helper-added": "Helper added",
  "helper-removed": "Helper removed",
  "undo-refused": "The visit was not moved back because it has changed. Reload the page to see it.",
  "undo-time-taken": `The visit was not moved back. ${en.timeTaken}`,
  "undo-too-late": "The visit was not moved back because its move was already sent. Move it again instead.",
  "visit-canceled": "Visit canceled",
  "visit-completed": "Visit completed",
  "visit-confirmed": "Visit confirmed",
  "visit-moved": "Visit moved",
  "visit-moved-back": "Move undone. No notice was sent.",
};

export const visitFlash = (flash: Flash | null): string | null => (flash && texts[flash]) ?? null;
