/** What people read about signing in and passwords (part 1, sections 2, 5 and 8). */
export const accountStrings = {
  wrongLogin: "Invalid email or password.",
  unknownRole: "Unknown staff role.",
  wrongCode: "That code is not right. Please check it and try again.",
  challengeOver: "This sign-in took too long. Please enter your email and password again.",
  resetSent: "✅ Reset link sent (check email/phone if MFA enabled).",
  resetDone: "✅ Password reset successful. You can now login.",
  resetTitle: "Reset Password",
  resetLead: "Enter your work email and we will send you a link to set a new password.",
  resetEmail: "Work email",
  resetAsk: "Send reset link",
  newPassword: "New Password",
  newPasswordHint: "At least 8 characters.",
  confirmPassword: "Confirm Password",
  resetButton: "Reset Password",
  resetBusy: "Resetting...",
  tooShort: "Password must be at least 8 characters.",
  noMatch: "Passwords do not match.",
  resetFailed: "Failed to reset password.",
  resetServerError: "Server error. Try again.",
  backToLogin: "Back to login",
  resetLinkOver: "This link has expired or was used already. Please request a new one.",
} as const;

/** The second steps, as people read them. */
export const twoStepNames = {
  off: "Off",
  email: "A code by email",
  sms: "A code by text",
  totp: "An authenticator app",
} as const;
