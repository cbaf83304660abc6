import type { Notice } from "~/messages/enqueue.server";

/** Where a person of the staff can be reached. */
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

/** To somebody new: the link to set a first password. By e-mail, and by text where there is a phone. */
export function invitationNotices(user: Reachable, link: string, days: number): Notice[] {
  return [
    email(
      user,
      "invitation",
      "Your account at Firstnight",
      `An account was made for you. Set your password here within ${days} days:\n\n${link}\n\nIf you did not expect this, you can ignore it.`,
    ),
    ...sms(user, "invitation", `Firstnight: set the password of your new account here: ${link}`),
  ];
}

/** To somebody who asked, or for whom an admin asked. By text too where that is their second step. */
export function resetNotices(user: Reachable, link: string, minutes: number, byText: boolean): Notice[] {
  return [
    email(
      user,
      "password-reset",
      "Set a new password",
      `Somebody asked for a new password for your account. Set it here within ${minutes} minutes:\n\n${link}\n\nIf it was not you, you can ignore this: your password stays as it is.`,
    ),
    ...(byText ? sms(user, "password-reset", `Firstnight: set a new password here: ${link}`) : []),
  ];
}

/** So that nobody's password changes without their knowing. */
export function passwordChangedNotices(user: Reachable): Notice[] {
  return [
    email(
      user,
      "password-changed",
      "Your password was changed",
      "The password of your account was changed, and every session was ended. If it was not you, tell your administrator at once.",
    ),
  ];
}

/** The six digits of the second step; a text whose number turns out to have said STOP becomes an e-mail. */
export function signInCodeNotices(user: Reachable, way: "email" | "sms", code: string): Notice[] {
  const body = `${code} is your sign-in code. It works for 10 minutes. Nobody from Firstnight will ask you for it.`;
  const letter = email(user, "sign-in-code", "Your sign-in code", body);
  if (way === "email") return [letter];
  return sms(user, "sign-in-code", `Firstnight: ${body}`).map((text) => ({ ...text, replacement: letter }));
}

/** So that nobody's second step changes without their knowing. */
export function twoStepChangedNotices(user: Reachable, on: boolean): Notice[] {
  return [
    email(
      user,
      "two-step-changed",
      `Two-step sign-in was switched ${on ? "on" : "off"}`,
      `Two-step sign-in of your account was switched ${on ? "on" : "off"}. If it was not you, tell your administrator at once.`,
    ),
  ];
}
