import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { classifyText } from "~/messages/opt-out/classify-text";
import { type ReplyMeaning, replyMeaning } from "~/visits/reminder-replies/reply-meaning";

// The held-out texts were written before the rules. docs/reliability.md lists both results.
const textsOf = (name: string): string[] =>
  readFileSync(join(import.meta.dirname, `${name}.txt`), "utf8")
    .split("\n")
    .filter(Boolean);

/** Classifies a text like the inbox: opt-outs, unclear texts, and HELP take precedence. */
function meaningOf(text: string): ReplyMeaning | null {
  const meaning = classifyText(text);
  return meaning === null || meaning === "yes" ? replyMeaning(text) : null;
}

describe.each(["tuning", "held-out"])("in the %s texts", (set) => {
  test.each(["confirm", "change"] as const)("replies that mean %s are recognized", (meaning) => {
    const texts = textsOf(`${set}-${meaning}s`);
    const missed = texts.filter((text) => meaningOf(text) !== meaning);
    expect(missed.length / texts.length, missed.join("\n")).toBeLessThanOrEqual(0.02);
  });

  test("other texts are left for staff", () => {
    const texts = textsOf(`${set}-others`);
    const misread = texts.filter((text) => meaningOf(text) !== null);
    expect(misread.length / texts.length, misread.join("\n")).toBeLessThanOrEqual(0.02);
  });

  test("no reply is mistaken for its opposite", () => {
    const opposite = (meaning: ReplyMeaning, other: ReplyMeaning) =>
      textsOf(`${set}-${meaning}s`).filter((text) => meaningOf(text) === other);
    expect([...opposite("confirm", "change"), ...opposite("change", "confirm")]).toEqual([]);
  });
});
