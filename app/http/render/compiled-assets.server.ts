import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "~/core/root.server";

const texts = new Map<string, string>();

/** The text of a compiled style sheet by its address: inlined, a first visit needs no second round trip. */
export function inlineStyles(href: string): string {
  let text = texts.get(href);
  if (text === undefined) {
    text = readFileSync(join(projectRoot, "public", href), "utf8");
    texts.set(href, text);
  }
  return text;
}

let scripts: Record<string, string[]> | undefined;

/** The hashed addresses of an enhancement script (`login` for login.enhance.ts): its own, then of the pieces it shares. */
export function scriptAddresses(name: string): string[] {
  scripts ??= JSON.parse(readFileSync(join(projectRoot, "build/scripts.json"), "utf8")) as Record<
    string,
    string[]
  >;
  const addresses = scripts[name];
  if (!addresses) throw new Error(`There is no script ${name}.enhance.ts.`);
  return addresses;
}
