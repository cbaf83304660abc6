import { randomUUID } from "node:crypto";
import { memoizeByKey } from "~/core/memoize-by-key";

// Marks the nonce's place in cached HTML. It can't be guessed, so no user's text can contain it.
const noncePlaceholder = randomUUID();

const cached = memoizeByKey<string>(100);

/**
 * Renders a page that looks the same for every visitor once, and gives each response its own nonce.
 *
 * @param key everything the page depends on, as JSON can write it
 */
export function renderOnce(key: unknown, nonce: string, render: (nonce: string) => string): string {
  return cached(JSON.stringify(key), () => render(noncePlaceholder)).replaceAll(noncePlaceholder, nonce);
}
