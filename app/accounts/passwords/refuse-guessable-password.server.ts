import { invalidField } from "~/core/refusal";

let common: Promise<Set<string>> | undefined;

async function commonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"] as string[]);
}

const keyboardRuns = ["abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"];

const isPattern = (password: string) =>
  /^(.{1,3}?)\1+.{0,2}$/.test(password) ||
  keyboardRuns.some((run) => run.includes(password) || [...run].reverse().join("").includes(password));

/** Refuses common passwords and the user's own email or name. @throws Refusal "invalid" */
export async function refuseGuessablePassword(password: string, personal: string[]): Promise<void> {
  const plain = password.normalize("NFKC").toLowerCase();
  const stem = plain.replace(/[\d\W_]+$/u, "");
  common ??= commonPasswords();
  const list = await common;
  if (list.has(plain) || (stem.length >= 5 && list.has(stem)) || isPattern(plain)) {
    throw invalidField("password", "This password is too common. Please choose another one.");
  }
  const guessable = [...personal.flatMap((text) => [text, ...text.split(/[@\s]/)]), "firstnight", "cpap"]
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= 4);
  if (guessable.includes(plain) || guessable.includes(stem)) {
    throw invalidField("password", "Please choose a password that is not your name or email address.");
  }
}
