import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const scripts: Record<string, string[]> = JSON.parse(readFileSync("build/scripts.json", "utf8"));
const textOf = (address: string) => readFileSync(`public${address}`, "utf8");
const isIdiomorph = (address: string) => basename(address).startsWith("idiomorph-");

/** An option that only Idiomorph's own code reads. */
const marker = "ignoreActiveValue";

test("scripts that update parts of a page share one file with Idiomorph", () => {
  const addresses = [...new Set(Object.values(scripts).flat())];
  const holding = addresses.filter((address) => textOf(address).includes(marker));
  expect(holding).toEqual(addresses.filter(isIdiomorph));
  expect(holding).toHaveLength(1);
  for (const name of ["board", "messages", "live", "availability", "import", "follow-deliveries"]) {
    expect(scripts[name]).toEqual(expect.arrayContaining(holding));
  }
});

test.each(["login", "schedule", "track", "date-time", "join", "check"])(
  "the patients' script %s is one file of at most 7.7 KB without Idiomorph",
  (name) => {
    const [file = "", ...others] = scripts[name] ?? [];
    expect(others).toEqual([]);
    expect(textOf(file)).not.toContain(marker);
    expect(gzipSync(textOf(file), { level: 9 }).length).toBeLessThan(7700);
  },
);
