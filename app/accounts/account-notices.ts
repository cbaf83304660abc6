import type { Row } from "~/db/tables";
import type { Notice } from "~/messages/enqueue.server";
import type { MessageKind } from "~/messages/message-kinds";

export type UserContact = Pick<Row<"users">, "email" | "name" | "phone">;

const email = (
  user: UserContact,
  kind: MessageKind,
  subject: string,
  body: string,
): [Notice & { subject: string }] => [
  {
    channel: "email",
    recipient: user.email,
    subject,
    body: `Hello ${user.name},\n\n${body}\n\nFirstnight`,
    kind,
  },
];

const sms = (user: UserContact, kind: MessageKind, body: string): Notice[] =>
  user.phone ? [{ channel: "sms", recipient: user.phone, body, kind }] : [];

export const invitationNotices = (user: UserContact, link: string, days: number): Notice[] => [
  ...email(
    user,
    "invitation",
    "Your Firstnight account",
    `An account was created for you. Set your password within ${days} days.\n\nSet your password:\n${link}\n\nIf you weren't expecting this, ignore this message.`,
  ),
  ...sms(user, "invitation", `Firstnight: set the password for your new account here: ${link}`),
];

export const resetNotices = (user: UserContact, link: string, minutes: number, byText: boolean): Notice[] => [
  ...email(
    user,
    "password-reset",
    "Set a new password",
    `We received a request to reset your password. Set a new one within ${minutes} minutes.\n\nSet a new password:\n${link}\n\nIf you did not request this, ignore this message. Your password won't change.`,
  ),
  ...(byText ? sms(user, "password-reset", `Firstnight: set a new password here: ${link}`) : []),
];

/** Replaces a password link for users who can sign in only with single sign-on. */
export const ssoOnlyNotices = (user: UserContact, loginPage: string): Notice[] =>
  email(
    user,
    "password-reset",
    "Sign in with single sign-on",
    `We received a request to reset your password. Your account uses single sign-on. Choose “Sign in with single sign-on” on this page:\n${loginPage}\n\nIf you did not request this, ignore this message.`,
  );

export const passwordChangedNotices = (user: UserContact): Notice[] =>
  email(
    user,
    "password-changed",
    "Your password was changed",
    "Your password was changed, and you were signed out everywhere. If you did not do this, tell an admin right away.",
  );

/** Becomes an email if the number has opted out of texts. */
export function signInCodeNotices(user: UserContact, channel: "email" | "sms", code: string): Notice[] {
  const body = `${code} is your sign-in code. It works for 10 minutes. No one from Firstnight will ask you for it.`;
  const [replacement] = email(user, "sign-in-code", "Your sign-in code", body);
  if (channel === "email") return [replacement];
  return sms(user, "sign-in-code", `Firstnight: ${body}`).map((text) => ({ ...text, replacement }));
}

export function passkeyNotices(user: UserContact, name: string, added: boolean): Notice[] {
  const change = added ? "added to" : "removed from";
  return email(
    user,
    "passkey-changed",
    `A passkey was ${change} your account`,
    `The passkey “${name}” was ${change} your account. If you did not do this, tell an admin right away.`,
  );
}

export function twoStepChangedNotices(user: UserContact, isOn: boolean): Notice[] {
  const change = `turned ${isOn ? "on" : "off"}`;
  return email(
    user,
    "two-step-changed",
    `Two-step sign-in was ${change}`,
    `Two-step sign-in for your account was ${change}. If you did not do this, tell an admin right away.`,
  );
}
