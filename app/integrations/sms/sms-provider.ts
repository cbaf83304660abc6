/** A text on its way out. */
export interface OutgoingText {
  /** E.164. */
  to: string;
  body: string;
  /** Names this attempt in the provider's reports about it. */
  reference: string;
}

/** What a provider says of a text that it took. */
export interface TakenText {
  /** The provider's own id; null where it has none. */
  providerId: string | null;
  /** Has it arrived already? */
  delivered: boolean;
}

/** Who carries texts. Each method throws a ProviderProblem. */
export interface SmsProvider {
  send(text: OutgoingText): Promise<TakenText>;
  /**
   * The text as an earlier attempt of ours may have left it with the provider; null where it never came.
   *
   * @param since milliseconds UTC; before it there was no attempt
   * @param isKnown does this provider id belong to another text of ours?
   */
  find(
    text: OutgoingText,
    since: number,
    isKnown: (providerId: string) => Promise<boolean>,
  ): Promise<TakenText | null>;
}
