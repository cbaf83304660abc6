import { fetchWithTimeout } from "./fetch-with-timeout";

/** What an API call came to: `data` is empty where the answer was no JSON. */
export interface JsonAnswer {
  ok: boolean;
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: every call has its own answer, and errors have another.
  data: any;
}

/** Sends JSON with the session's cookie. Throws where no whole answer came. */
export async function sendJson(
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<JsonAnswer> {
  const response = await fetchWithTimeout(path, {
    method,
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  // Not json(): it fails alike for an answer that was cut off and for one that is no JSON.
  const text = await response.text();
  return { ok: response.ok, status: response.status, data: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
