import { randomUUID } from "node:crypto";
import { memoizeByKey } from "~/core/memoize-by-key";

// Stands where each answer has a nonce of its own; nobody can guess it, so nobody's words can hold it.
const nonceToCome = randomUUID();

const drawn = memoizeByKey<string>(100);

/**
 * Draws what is the same for everybody once, and gives each answer its own nonce.
 *
 * @param drawnOf all that it is drawn of, as JSON can write it
 */
export function renderOnce(drawnOf: unknown, nonce: string, draw: (nonce: string) => string): string {
  return drawn(JSON.stringify(drawnOf), () => draw(nonceToCome)).replaceAll(nonceToCome, nonce);
}
