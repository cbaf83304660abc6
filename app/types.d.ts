declare module "*.css" {
  /** The hashed address of the style sheet. */
  const href: string;
  export default href;
}

declare module "@remix-run/dev/server-build" {
  import type { ServerBuild } from "@remix-run/node";

  const build: ServerBuild;
  export = build;
}

// The package's type of its index names this class, its code does not.
declare module "rate-limiter-flexible/lib/RateLimiterStoreAbstract.js" {
  import { RateLimiterStoreAbstract } from "rate-limiter-flexible";

  export default RateLimiterStoreAbstract;
}

// Beside it: the index would load a limiter for each of a dozen databases.
declare module "rate-limiter-flexible/lib/RateLimiterRes.js" {
  import { RateLimiterRes } from "rate-limiter-flexible";

  export default RateLimiterRes;
}

// What of the package we use; it carries no types.
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
