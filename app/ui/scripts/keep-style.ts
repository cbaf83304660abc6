/** Caches the style sheet, so that the next page links to it instead of inlining it. */
export async function keepStyle(): Promise<void> {
  const href = document.querySelector<HTMLStyleElement>("style[data-href]")?.dataset.href;
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (!href || connection?.saveData) return;
  try {
    const answer = await fetch(href);
    // The cookie is set only after the whole file is cached. Otherwise the next page would wait for the file.
    await answer.arrayBuffer();
    const secure = location.protocol === "https:" ? "; Secure" : "";
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API.
    if (answer.ok) document.cookie = `style=${href}; Path=/; Max-Age=2592000; SameSite=Lax${secure}`;
  } catch {}
}
