import type { Notice } from "~/messages/enqueue.server";

export interface Reachable {
  email: string;
  name: string;
  phone: string | null;
}

const email = (
  user: Reachable,
  kind: string,
  subject: string,
  body: string,
): Notice & { subject: string } => ({
  channel: "email",
  recipient: user.email,
  subject,
  body: `Hello ${user.name},\n\n${body}\n\nFirstnight`,
  kind,
});

const sms = (user: Reachable, kind: string, body: string): Notice[] =>
  user.phone ? [{ channel: "sms", recipient: user.phone, subject: null, body, kind }] : [];

export function invitationNotices(user: Reachable, link: string, days: number): Notice[] {
  return [
    email(
      user,
      "invitation",
      "Your account at Firstnight",
      `An account was created for you. Set your password within ${days} days.\n\nSet your password:\n${link}\n\nIf you did not expect this, ignore this message.`,
    ),
    ...sms(user, "invitation", `Firstnight: set the password of your new account here: ${link}`),
  ];
}

export function resetNotices(user: Reachable, link: string, minutes: number, byText: boolean): Notice[] {
  return [
    email(
      user,
      "password-reset",
      "Set a new password",
      `We received a request to reset your password. Set a new one within ${minutes} minutes.\n\nSet a new password:\n${link}\n\nIf you did not request this, ignore this message. Your password stays the same.`,
    ),
    ...(byText ? sms(user, "password-reset", `Firstnight: set a new password here: ${link}`) : []),
  ];
}

/** Sent instead of a password link, which this user couldn't use. */
export function ssoOnlyNotices(user: Reachable, loginPage: string): Notice[] {
  return [
    email(
      user,
      "password-reset",
      "Sign in with single sign-on",
      `We received a request to reset your password. Your account uses single sign-on. Sign in with the button “Sign in with single sign-on”:\n${loginPage}\n\nIf you did not request this, ignore this message.`,
    ),
  ];
}

export function passwordChangedNotices(user: Reachable): Notice[] {
  return [
    email(
      user,
      "password-changed",
      "Your password was changed",
      "The password of your account was changed, and all sessions were ended. If you did not do this, tell an admin right away.",
    ),
  ];
}

/** Sent as an email if the number has opted out of texts. */
export function signInCodeNotices(user: Reachable, channel: "email" | "sms", code: string): Notice[] {
  const body = `${code} is your sign-in code. It works for 10 minutes. No one from Firstnight will ask you for it.`;
  const emailNotice = email(user, "sign-in-code", "Your sign-in code", body);
  if (channel === "email") return [emailNotice];
  return sms(user, "sign-in-code", `Firstnight: ${body}`).map((text) => ({
    ...text,
    replacement: emailNotice,
  }));
}

export function passkeyNotices(user: Reachable, name: string, added: boolean): Notice[] {
  const what = added ? "added to" : "removed from";
  return [
    email(
      user,
      "passkey-changed",
      `A passkey was ${what} your account`,
      `The passkey “${name}” was ${what} your account. If you did not do this, tell an admin right away.`,
    ),
  ];
}

export function twoStepChangedNotices(user: Reachable, on: boolean): Notice[] {
  return [
    email(
      user,
      "two-step-changed",
      `Two-step sign-in was turned ${on ? "on" : "off"}`,
      `Two-step sign-in for your account was turned ${on ? "on" : "off"}. If you did not do this, tell an admin right away.`,
    ),
  ];
}
