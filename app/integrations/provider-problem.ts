/** Why a provider did not take a message, or what it said of it later. */
export interface ProblemDetails {
  /** The provider's own code, as admins look it up. */
  code?: string | null;
  /** Trying again can't help. */
  permanent?: boolean;
  /** The provider may have taken the message all the same: ask before the next attempt. */
  inDoubt?: boolean;
  /** The recipient has opted out at the provider, which counts as STOP. */
  optedOut?: boolean;
  /** Seconds the provider asks us to wait. */
  retryAfter?: number | undefined;
}

/** An attempt that failed, in words for staff. It names no number, no address and no text. */
export class ProviderProblem extends Error {
  readonly code: string | null;
  readonly permanent: boolean;
  readonly inDoubt: boolean;
  readonly optedOut: boolean;
  readonly retryAfter: number | undefined;

  constructor(words: string, details: ProblemDetails = {}) {
    super(words);
    this.name = "ProviderProblem";
    this.code = details.code ?? null;
    this.permanent = details.permanent ?? false;
    this.inDoubt = details.inDoubt ?? false;
    this.optedOut = details.optedOut ?? false;
    this.retryAfter = details.retryAfter;
  }
}
