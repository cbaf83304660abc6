const timeout = 30_000;

/** @throws without an answer in 30 seconds */
export const fetchWithTimeout = (to: string | URL, init: RequestInit = {}): Promise<Response> =>
  fetch(to, {
    credentials: "same-origin",
    // Safari before 16 has no AbortSignal.timeout.
    signal: AbortSignal.timeout?.(timeout) ?? null,
    ...init,
  });
