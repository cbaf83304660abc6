import { expect, test } from "vitest";
import { keywordOf } from "~/messages/keywords";

test.each([
  "YES",
  "yes",
  "Yes.",
  "Yes!",
  " yes ",
  "y",
  "Y",
  "yes please",
  "Yes, please.",
  "YES thanks",
  "START",
  "unstop",
  "Yes I agree",
  "sí",
])("%j opts in", (text) => {
  expect(keywordOf(text)).toBe("yes");
});

test.each([
  "STOP",
  "stop.",
  "Stop!!",
  "STOPALL",
  "stop all",
  "UNSUBSCRIBE",
  "CANCEL",
  "cancel.",
  "END",
  "QUIT",
  "REVOKE",
  "OPTOUT",
  "opt out",
  "opt-out",
  "stop texting me",
  "Please stop texting me!",
  "STOP please",
  "yes stop",
  "Don't text me",
  "don’t text me again",
  "no more texts",
  "No more text!",
  "no more message",
  "I would really like it very much if you stop texting me",
  "I want you to stop texting me",
])("%j opts out", (text) => {
  expect(keywordOf(text)).toBe("stop");
});

test.each(["HELP", "help", "Info", "help please"])("%j asks for help", (text) => {
  expect(keywordOf(text)).toBe("help");
});

test.each([
  "",
  "   ",
  "Yesterday",
  "yes but I can't on Tuesday, and my husband would like to come along as well",
  "Can I stop by the office?",
  "please cancel my visit",
  "The end of the month",
  "I need help with the mask",
  "why",
  "eyes",
  "nonstop",
  "My dog won't leave me alone",
  "I would really like it very much if you stop texting me tomorrow",
  "👍",
  "x".repeat(10_000),
])("%j is not a keyword", (text) => {
  expect(keywordOf(text)).toBeNull();
});
