/** A note on a patient, for staff who use the order system. */
export interface OrderNote {
  patientId: number;
  /** The order that the note is linked to; null for none. */
  salesOrderNo: string | null;
  reason: number;
  /** Up to 200 characters. */
  subject: string;
  /** Up to 8,000 characters. */
  text: string;
}

export interface NoteReason {
  key: number;
  name: string;
}

/** Each call has a time limit and throws OrderSystemFailure. */
export interface OrderNotes {
  /** Lists the reasons that notes can have in the order system. */
  listReasons(): Promise<NoteReason[]>;
  write(note: OrderNote, signal?: AbortSignal): Promise<void>;
  /** True if a note on this patient contains this text. */
  isWritten(patientId: number, text: string, signal?: AbortSignal): Promise<boolean>;
}
