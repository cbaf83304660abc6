import { fetchWithTimeout } from "./fetch-with-timeout";

/** `data` is empty if the response isn't JSON. */
export interface JsonAnswer {
  ok: boolean;
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each call has its own type.
  data: any;
}

/** @throws if the response is missing or incomplete */
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
  // json() doesn't distinguish an incomplete response from one that isn't JSON.
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
