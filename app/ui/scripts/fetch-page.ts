import { fetchWithTimeout } from "./fetch-with-timeout";

export interface FetchedPage extends Response {
  document: Document;
}

/** Doesn't extend the user's session. */
export const inBackground: RequestInit = { headers: { Accept: "text/html", "X-Background": "1" } };

/** @throws if the server doesn't respond */
export async function fetchPage(href: string, init?: RequestInit): Promise<FetchedPage> {
  return pageOf(await fetchWithTimeout(href, { headers: { Accept: "text/html" }, ...init }));
}

/** An open sheet shows its own address. */
export const pageHref = (): string => history.state?.page ?? location.href;

export async function pageOf(response: Response): Promise<FetchedPage> {
  // The style sheet has a different nonce and would violate this page's Content-Security-Policy.
  const html = (await response.text()).replace(/<style.*?<\/style>/s, "");
  return Object.assign(response, { document: new DOMParser().parseFromString(html, "text/html") });
}
