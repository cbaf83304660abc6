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

let scripts: Record<string, string> | undefined;

/** The hashed address of an enhancement script (`login` for login.enhance.ts). */
export function scriptAddress(name: string): string {
  scripts ??= JSON.parse(readFileSync(join(projectRoot, "build/scripts.json"), "utf8")) as Record<
    string,
    string
  >;
  const address = scripts[name];
  if (!address) throw new Error(`There is no script ${name}.enhance.ts.`);
  return address;
}
