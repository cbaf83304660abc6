import { fetchWithTimeout } from "./fetch-with-timeout";

export interface FetchedPage {
  ok: boolean;
  status: number;
  document: Document;
}

/** @throws if the server doesn't respond */
export async function fetchPage(href: string, headers: Record<string, string> = {}): Promise<FetchedPage> {
  const response = await fetchWithTimeout(href, { headers: { Accept: "text/html", ...headers } });
  return pageOf(response);
}

/** An open sheet shows its own address. */
export const pageHref = (): string => history.state?.page ?? location.href;

export async function pageOf(response: Response): Promise<FetchedPage> {
  const html = await response.text();
  // Skips the head, because its style sheet has a different nonce and would violate this page's
  // Content-Security-Policy.
  const document = new DOMParser().parseFromString(html.slice(html.indexOf("<body")), "text/html");
  return { ok: response.ok, status: response.status, document };
}
