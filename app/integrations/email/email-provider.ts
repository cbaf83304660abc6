export interface OutgoingEmail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same for every attempt, so that mailboxes recognize duplicates. */
  messageId: string;
  calendar: { method: "REQUEST" | "CANCEL"; text: string } | null;
}

export interface EmailProvider {
  /**
   * @returns `delivered` only if it has certainly arrived
   * @throws ProviderProblem
   */
  send(email: OutgoingEmail): Promise<{ delivered: boolean }>;
  close(): void;
}
