import { expect, test } from "vitest";
import { firstName, shortName } from "~/core/short-name";
import { generateName } from "./generate-name";
import { runPython } from "./run-python";

const count = 5000;

test(`${count} generated names are greeted as in python3-nameparser or by the full name`, async () => {
  const names = Array.from({ length: count }, (_, index) => generateName(index + 1));
  const theirs = (await runPython("names.py", names)) as { given: string; family: string }[];
  const differences = new Set<string>();
  let whole = 0;
  for (const [index, name] of names.entries()) {
    const { given, family } = theirs[index] as { given: string; family: string };
    const initial = /\p{L}/u.exec(family.split(/\s/).at(-1) ?? "")?.[0].toUpperCase();
    const expected = { greeted: given, shown: initial ? `${given} ${initial}.` : given };
    const tidy = name.replace(/\s+/g, " ").trim();
    const [greeted, shown] = [firstName(name), shortName(name)];
    if (shown === tidy) whole++;
    if (!isSame(greeted, [expected.greeted, tidy]) || !isSame(shown, [expected.shown, tidy])) {
      differences.add(`${name} → ${greeted} / ${shown}, not ${expected.greeted} / ${expected.shown}`);
    }
  }
  expect([...differences]).toEqual([]);
  expect(whole).toBeLessThan(count / 20);
});

const isSame = (ours: string | null, allowed: string[]) =>
  allowed.some((one) => one.toLowerCase() === ours?.toLowerCase());
