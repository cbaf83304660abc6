import { readFileSync } from "node:fs";
import { join } from "node:path";
import { memoizeByKey } from "~/core/memoize-by-key";
import { projectRoot } from "~/core/root.server";

const cached = memoizeByKey<string>(100);

export const inlineStyles = (href: string): string =>
  cached(href, () => readFileSync(join(projectRoot, "public", href), "utf8"));

let scripts: Record<string, string[]> | undefined;

/** The hashed URLs of an enhancement script (`login` for login.enhance.ts) and of the chunks that it imports. */
export function scriptAddresses(name: string): string[] {
  scripts ??= JSON.parse(readFileSync(join(projectRoot, "build/scripts.json"), "utf8"));
  const addresses = scripts?.[name];
  if (!addresses) throw new Error(`${name}.enhance.ts was not compiled.`);
  return addresses;
}
