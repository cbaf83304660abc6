import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { classifyText } from "~/messages/opt-out/classify-text";
import { isAutoReply, ownWords } from "~/messages/own-words";

// The rules were tuned on the tuning texts only. docs/reliability.md lists the results of each set.
const textsOf = (name: string): string[] =>
  readFileSync(join(import.meta.dirname, `${name}.txt`), "utf8")
    .split("\n")
    .filter(Boolean);

const isOptOut = (text: string) => classifyText(text) === "stop";
const isHeld = (text: string) => ["possible_stop", "wrong_number"].includes(classifyText(text) ?? "");

function expectShare(found: string[], texts: string[], most: number) {
  expect(found.length / texts.length, found.join("\n")).toBeLessThanOrEqual(most);
}

describe.each(["tuning", "held-out"])("in the %s texts", (set) => {
  const optOuts = textsOf(`${set}-opt-outs`);
  const otherTexts = textsOf(`${set}-others`);

  test("at least 98% of the opt-outs stop automated texts", () => {
    expectShare(
      optOuts.filter((text) => !isOptOut(text) && !isHeld(text)),
      optOuts,
      0.02,
    );
  });

  test("at least 70% of the opt-outs take effect without staff", () => {
    expectShare(
      optOuts.filter((text) => !isOptOut(text)),
      optOuts,
      0.3,
    );
  });

  test("at most 0.5% of the other texts are treated as opt-outs", () => {
    expectShare(otherTexts.filter(isOptOut), otherTexts, 0.005);
  });

  test("at most 4% of the other texts pause automated texts", () => {
    expectShare(otherTexts.filter(isHeld), otherTexts, 0.04);
  });
});

describe.each([
  { name: "blind", optOutCount: 50, otherCount: 100, mostOptedOut: 0 },
  { name: "second-blind", optOutCount: 150, otherCount: 300, mostOptedOut: 0.005 },
])(
  "in the $name texts, written without knowing the phrases",
  ({ name, optOutCount, otherCount, mostOptedOut }) => {
    const blind = textsOf(name).flatMap((line) => {
      const [expected, written = ""] = line.split("\t");
      const text = written.replaceAll("\\n", "\n");
      return line.startsWith("#") ? [] : [{ expected, text: isAutoReply(text) ? "" : ownWords(text, []) }];
    });
    const textsThat = (expected: string) =>
      blind.filter((line) => line.expected === expected).map(({ text }) => text);

    test("at least 98% of the opt-outs stop automated texts", () => {
      const optOuts = textsThat("stopped");
      expect(optOuts).toHaveLength(optOutCount);
      expectShare(
        optOuts.filter((text) => !isOptOut(text) && !isHeld(text)),
        optOuts,
        0.02,
      );
    });

    test("almost no other text opts out, and at most 4% pause automated texts", () => {
      const others = textsThat("go on");
      expect(others.length).toBeGreaterThanOrEqual(otherCount);
      expectShare(others.filter(isOptOut), others, mostOptedOut);
      expectShare(others.filter(isHeld), others, 0.04);
    });
  },
);

test("no text is in more than one list", () => {
  const names = ["tuning-opt-outs", "held-out-opt-outs", "tuning-others", "held-out-others"];
  const [tuningOptOuts = [], heldOptOuts = [], tuningOthers = [], heldOthers = []] = names.map(textsOf);
  const optOutTexts = new Set([...tuningOptOuts, ...heldOptOuts]);
  expect([...tuningOthers, ...heldOthers].filter((text) => optOutTexts.has(text))).toEqual([]);
  expect(optOutTexts.size).toBeGreaterThan(1000);
  expect(new Set([...tuningOthers, ...heldOthers]).size).toBeGreaterThan(1000);
});
