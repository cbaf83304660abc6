declare module "*.css" {
  /** The style sheet's URL, with a hash. */
  const href: string;
  export default href;
}

declare module "@remix-run/dev/server-build" {
  import type { ServerBuild } from "@remix-run/node";

  const build: ServerBuild;
  export = build;
}

// The package's index declares this class but doesn't include its code.
declare module "rate-limiter-flexible/lib/RateLimiterStoreAbstract.js" {
  import { RateLimiterStoreAbstract } from "rate-limiter-flexible";

  export default RateLimiterStoreAbstract;
}

// Imported directly, because the index would load a limiter for each of a dozen databases.
declare module "rate-limiter-flexible/lib/RateLimiterRes.js" {
  import { RateLimiterRes } from "rate-limiter-flexible";

  export default RateLimiterRes;
}

// The package has no types. These are the parts that we use.
declare module "fontkit" {
  interface Glyph {
    advanceWidth: number;
  }
  interface Font {
    unitsPerEm: number;
    glyphForCodePoint(codePoint: number): Glyph;
    hasGlyphForCodePoint(codePoint: number): boolean;
  }
  export function create(bytes: Buffer): Font | { fonts: Font[] };
}
