/** A change that the user can undo. */
export interface Undoable {
  text: string;
  /** The address that the undo is sent to. */
  undo: string;
  fields?: Record<string, string>;
  /** Where the undo returns to. Without it, the page that is open. */
  back?: string;
  /** How long the undo is offered. Without it, 30 seconds. */
  seconds?: number;
  /** Shown when that time is over. */
  ended?: string;
  /** Shown after an undo, if the response has no text. */
  undone?: string;
  /** Sent without leaving the page, if a script can update it. */
  inPlace?: boolean;
}

/** How long an undo is offered that is possible for longer, in seconds. */
export const undoShownFor = 30;
