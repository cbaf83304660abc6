import { expect, test } from "vitest";
import { previewOf } from "~/inbox/conversations/conversation";

const companies = ["Restwell", "Restwell Home Medical"];

test("the preview of an automatic text begins with that word", () => {
  const code = { is_last_automatic: 1, last_dir: "out" as const, last_body: "Your code is 123456." };
  expect(previewOf(code, [])).toBe("Automatic: Your code is 123456.");
});

test("our own message starts with You instead of the company's name", () => {
  expect(
    previewOf(
      { is_last_automatic: 0, last_dir: "out", last_body: "Restwell Home Medical: Your visit is tomorrow." },
      companies,
    ),
  ).toBe("You: Your visit is tomorrow.");
  expect(
    previewOf({ is_last_automatic: 0, last_dir: "out", last_body: "See you on Monday." }, companies),
  ).toBe("You: See you on Monday.");
});

test("a patient's message is shown as written, cut to 70 characters", () => {
  expect(
    previewOf({ is_last_automatic: 0, last_dir: "in", last_body: "Restwell: is this you?" }, companies),
  ).toBe("Restwell: is this you?");
  expect(previewOf({ is_last_automatic: 0, last_dir: "in", last_body: "x".repeat(71) }, companies)).toBe(
    `${"x".repeat(70)}…`,
  );
  expect(previewOf({ is_last_automatic: 0, last_dir: null, last_body: null }, companies)).toBe("");
});
