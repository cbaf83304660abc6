import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { classifyText } from "~/messages/opt-out/classify-text";

// The rules were tuned on the tuning texts only. docs/reliability.md lists both results.
const textsOf = (name: string): string[] =>
  readFileSync(join(import.meta.dirname, `${name}.txt`), "utf8")
    .split("\n")
    .filter(Boolean);

const isOptOut = (text: string) => classifyText(text) === "stop";
const mayBeOptOut = (text: string) => classifyText(text) === "possible_stop";

describe.each(["tuning", "held-out"])("in the %s texts", (set) => {
  const optOuts = textsOf(`${set}-opt-outs`);
  const otherTexts = textsOf(`${set}-others`);

  test("at least 98% of the opt-outs are detected", () => {
    const missed = optOuts.filter((text) => !isOptOut(text));
    expect(missed.length / optOuts.length, missed.join("\n")).toBeLessThanOrEqual(0.02);
  });

  test("at most 1% of the other texts are treated as opt-outs", () => {
    const falseAlarms = otherTexts.filter(isOptOut);
    expect(falseAlarms.length / otherTexts.length, falseAlarms.join("\n")).toBeLessThanOrEqual(0.01);
  });

  test("at most 2% of the other texts pause automated texts", () => {
    const held = otherTexts.filter(mayBeOptOut);
    expect(held.length / otherTexts.length, held.join("\n")).toBeLessThanOrEqual(0.02);
  });
});

test("no text is in more than one list", () => {
  const names = ["tuning-opt-outs", "held-out-opt-outs", "tuning-others", "held-out-others"];
  const [tuningOptOuts = [], heldOptOuts = [], tuningOthers = [], heldOthers = []] = names.map(textsOf);
  const optOutTexts = new Set([...tuningOptOuts, ...heldOptOuts]);
  expect([...tuningOthers, ...heldOthers].filter((text) => optOutTexts.has(text))).toEqual([]);
  expect(optOutTexts.size).toBeGreaterThan(1000);
  expect(new Set([...tuningOthers, ...heldOthers]).size).toBeGreaterThan(1000);
});
