import { expect, test } from "vitest";
import { parsePhone } from "~/core/phone";
import { generatePhone } from "./generate-phone";
import { runPython } from "./run-python";

const count = 5000;

test(`${count} generated phone numbers are read as in python3-phonenumbers`, async () => {
  const texts = Array.from({ length: count }, (_, index) => generatePhone(index + 1));
  const theirs = await runPython("phones.py", texts);
  const read = texts.map((text, index) => ({ text, number: theirs[index] }));
  const valid = read.filter(({ number }) => number !== null).length;
  expect(valid).toBeGreaterThan(count / 10);
  expect(valid).toBeLessThan((count * 9) / 10);
  expect(differences(read)).toEqual([]);
});

test("the example numbers of python3-phonenumbers for all countries are read as there", async () => {
  const [examples] = (await runPython("phones.py", ["examples"])) as [string, string | null][][];
  const read = (examples ?? []).map(([text, number]) => ({ text, number }));
  expect(read.length).toBeGreaterThan(3000);
  expect(differences(read)).toEqual([]);
});

const differences = (read: { text: string; number: unknown }[]) =>
  read
    .filter(({ text, number }) => parsePhone(text) !== number)
    .map(({ text, number }) => ({ text, ours: parsePhone(text), theirs: number }));
