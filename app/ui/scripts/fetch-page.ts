import { fetchWithTimeout } from "./fetch-with-timeout";

/** A page's answer, and its document to take parts from. */
export interface FetchedPage {
  ok: boolean;
  status: number;
  document: Document;
}

/** Fetches a page of ours with the session's cookie. Throws where no answer came. */
export async function fetchPage(href: string, headers: Record<string, string> = {}): Promise<FetchedPage> {
  const response = await fetchWithTimeout(href, { headers: { Accept: "text/html", ...headers } });
  const html = await response.text();
  // Without its head: the style sheet there carries another nonce, and the policy would complain.
  const document = new DOMParser().parseFromString(html.slice(html.indexOf("<body")), "text/html");
  return { ok: response.ok, status: response.status, document };
}
