export interface OutgoingText {
  /** E.164. */
  to: string;
  body: string;
  reference: string;
}

export interface AcceptedText {
  providerId: string | null;
  delivered: boolean;
}

/** All methods throw ProviderProblem. */
export interface SmsProvider {
  send(text: OutgoingText): Promise<AcceptedText>;
  /**
   * Finds a text from an earlier attempt; null if the provider never received it.
   * @param since time of the first attempt, ms UTC
   * @param isKnown returns true if the provider's ID belongs to another text
   */
  find(
    text: OutgoingText,
    since: number,
    isKnown: (providerId: string) => Promise<boolean>,
  ): Promise<AcceptedText | null>;
}
