/** What people read about signing in and passwords (part 1, sections 2, 5 and 8). */
export const accountWords = {
  wrongLogin: "Invalid email or password.",
  unknownRole: "Unknown staff role.",
  wrongCode: "That code is not right. Please check it and try again.",
  challengeOver: "This sign-in took too long. Please enter your email and password again.",
  resetSent: "✅ Reset link sent (check email/phone if MFA enabled).",
  resetDone: "✅ Password reset successful. You can now login.",
  resetLinkOver: "This link has expired or was used already. Please request a new one.",
} as const;

/** The second steps, as people read them. */
export const twoStepNames = {
  off: "Off",
  email: "A code by email",
  sms: "A code by text",
  totp: "An authenticator app",
} as const;
