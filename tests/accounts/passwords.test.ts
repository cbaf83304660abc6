import { expect, test } from "vitest";
import { newPassword } from "~/accounts/account-schema";
import { hashPassword, isPassword } from "~/accounts/passwords/hash-password.server";
import { refuseGuessablePassword } from "~/accounts/passwords/refuse-guessable-password.server";

test("a password is hashed with argon2id using 19 MiB, two passes, and one lane", async () => {
  const stored = await hashPassword("correct horse battery");
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await isPassword("correct horse battery", stored)).toBe(true);
  expect(await isPassword("correct horse batterz", stored)).toBe(false);
  expect(await isPassword("correct horse battery", null)).toBe(false);
});

test("a password must have 8 to 256 characters and isn't trimmed", () => {
  const wordsFor = (password: string) => newPassword.safeParse(password).error?.issues[0]?.message;
  expect(wordsFor("7 chars")).toBe("Password must be at least 8 characters.");
  expect(wordsFor("8 chars!")).toBeUndefined();
  expect(wordsFor("x".repeat(256))).toBeUndefined();
  expect(wordsFor("x".repeat(257))).toBe("Password must be at most 256 characters.");
  expect(newPassword.parse("  spaces count  ")).toBe("  spaces count  ");
});

test.each([
  "password",
  "Password123!",
  "iloveyou2",
  "12345678",
  "qwertyuiop",
  "aaaaaaaaaa",
  "abcabcabc",
  "Firstnight2026",
  "ann.lee@clinic.example",
  "Margaret1",
])("%s is refused as too easy to guess", async (password) => {
  await expect(
    refuseGuessablePassword(password, ["ann.lee@clinic.example", "Margaret Lee"]),
  ).rejects.toMatchObject({
    code: "invalid",
    fields: { password: [expect.any(String)] },
  });
});

test.each(["correct horse battery", "7-gentle-herons", "ein langes Wort mehr", "パスワードは長い方がいい"])(
  "%s is accepted",
  async (password) => {
    await expect(refuseGuessablePassword(password, ["ann@clinic.example", "Ann"])).resolves.toBeUndefined();
  },
);
