/** What an API call came to: `data` is empty where the answer was no JSON. */
export interface Answered {
  ok: boolean;
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: every call has its own answer, and errors have another.
  data: any;
}

/** A phone between two masts waits for minutes, and its page with it. Milliseconds. */
const patience = 30_000;

/** Sends JSON with the session's cookie. Throws where no answer came, or none in half a minute. */
export async function send(
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answered> {
  const response = await fetch(path, {
    method,
    credentials: "same-origin",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
    // Safari before 16 has no such signal.
    signal: AbortSignal.timeout?.(patience) ?? null,
  });
  const data = await response.json().catch(() => ({}));
  return { ok: response.ok, status: response.status, data };
}
