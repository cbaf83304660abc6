/** After 30 seconds without an answer the connection counts as lost. */
const patience = 30_000;

/**
 * Fetches from our own server with the session's cookie.
 *
 * @throws where no answer came in half a minute
 */
export const fetchWithTimeout = (to: string | URL, init: RequestInit = {}): Promise<Response> =>
  fetch(to, {
    credentials: "same-origin",
    // Safari before 16 has no such signal.
    signal: AbortSignal.timeout?.(patience) ?? null,
    ...init,
  });
