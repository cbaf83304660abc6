/**
 * A time that is not to be had. Thrown inside a transaction, which rolls back; the nearest free times
 * are looked up after it is over.
 */
export class UnavailableTime extends Error {
  constructor(
    readonly code: "conflict" | "invalid",
    sentence: string,
  ) {
    super(sentence);
  }
}
