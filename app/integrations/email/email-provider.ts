/** An e-mail on its way out. */
export interface OutgoingEmail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same at every attempt, so that a mailbox recognises a repeated one. */
  messageId: string;
  calendar: { method: "REQUEST" | "CANCEL"; text: string } | null;
}

/** Who carries e-mails. */
export interface EmailProvider {
  /**
   * Hands an e-mail over.
   *
   * @returns whether it has arrived already
   * @throws ProviderProblem
   */
  send(email: OutgoingEmail): Promise<{ delivered: boolean }>;
  close(): void;
}
