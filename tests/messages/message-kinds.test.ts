import { expect, test } from "vitest";
import { messageKindNames, nameOfKind } from "~/messages/message-kinds";

test("every kind of message has a name in words, and an unknown one doesn't show its raw kind", () => {
  for (const [kind, name] of Object.entries(messageKindNames)) {
    expect(nameOfKind(kind)).toBe(name);
    expect(name).toMatch(/^[A-Z]/);
    expect(name).not.toBe(kind);
  }
  expect(new Set(Object.values(messageKindNames)).size).toBe(Object.keys(messageKindNames).length);
  expect(nameOfKind("kind-of-an-older-version")).toBe("Other message");
});
