export interface OutgoingText {
  /** E.164. */
  to: string;
  body: string;
  /** Identifies this attempt in the provider's status reports. */
  reference: string;
}

export interface TakenText {
  providerId: string | null;
  delivered: boolean;
}

/** Each method throws ProviderProblem. */
export interface SmsProvider {
  send(text: OutgoingText): Promise<TakenText>;
  /**
   * A text from an earlier attempt, as the provider has it; null if the provider never received it.
   *
   * @param since milliseconds UTC of the first attempt
   * @param isKnown whether this provider id belongs to another text
   */
  find(
    text: OutgoingText,
    since: number,
    isKnown: (providerId: string) => Promise<boolean>,
  ): Promise<TakenText | null>;
}
