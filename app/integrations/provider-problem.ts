interface ProblemDetails {
  code?: string | null;
  permanent?: boolean;
  /** The provider may have accepted the message. Check before the next attempt. */
  inDoubt?: boolean;
  /** The recipient has opted out at the provider, which counts as STOP. */
  optedOut?: boolean;
  /** Seconds. */
  retryAfter?: number | undefined;
}

/** A failed attempt. The message is for staff and contains no phone number, email address, or message text. */
export class ProviderProblem extends Error {
  readonly code: string | null;
  readonly permanent: boolean;
  readonly inDoubt: boolean;
  readonly optedOut: boolean;
  readonly retryAfter: number | undefined;

  constructor(message: string, details: ProblemDetails = {}) {
    super(message);
    this.name = "ProviderProblem";
    this.code = details.code ?? null;
    this.permanent = details.permanent ?? false;
    this.inDoubt = details.inDoubt ?? false;
    this.optedOut = details.optedOut ?? false;
    this.retryAfter = details.retryAfter;
  }
}
