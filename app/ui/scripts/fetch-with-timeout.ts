const timeout = 30_000;

/** @throws if the server doesn't respond within 30 seconds */
export const fetchWithTimeout = (to: string | URL, init: RequestInit = {}): Promise<Response> =>
  fetch(to, {
    credentials: "same-origin",
    // Safari before version 16 has no AbortSignal.timeout.
    signal: AbortSignal.timeout?.(timeout) ?? null,
    ...init,
  });
