/**
 * Puts the page's style sheet into the browser's own store, so that the next page can name it instead of
 * bringing it along. Where data is dear, or the store lets it go, pages stay as they are: whole.
 */
export async function keepStyle(): Promise<void> {
  const href = document.querySelector<HTMLStyleElement>("style[data-href]")?.dataset.href;
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (!href || connection?.saveData) return;
  try {
    const answer = await fetch(href);
    // Only once it came whole: a page that is left before keeps nothing, and the next would wait for it.
    await answer.arrayBuffer();
    const secure = location.protocol === "https:" ? "; Secure" : "";
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
    if (answer.ok) document.cookie = `style=${href}; Path=/; Max-Age=2592000; SameSite=Lax${secure}`;
  } catch {
    // The next page brings its style sheet along, as this one did.
  }
}
