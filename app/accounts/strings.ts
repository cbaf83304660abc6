export const accountStrings = {
  wrongLogin: "Invalid email or password.",
  wrongCode: "That code is incorrect. Please check it and try again.",
  challengeOver: "This sign-in took too long. Please enter your email and password again.",
  ssoOnly: "Your account uses single sign-on. Choose “Sign in with single sign-on”.",
  passkeyTooLate: "This sign-in took too long. Please try again.",
  passkeyRefused: "This passkey could not be verified. Try again, or sign in with your password.",
  passkeyUnknown:
    "This passkey doesn't match any account. It may have been removed. Sign in with your password.",
  resetSent: "✅ Reset link sent (check email/phone if MFA enabled).",
  resetDone: "✅ Password reset successful. You can now login.",
  resetTitle: "Reset Password",
  resetLead: "Enter your work email, and we'll send you a link to set a new password.",
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
  resetLinkOver: "This link has expired or was already used. Please request a new one.",
} as const;

export const twoStepNames = {
  off: "Off",
  email: "A code by email",
  sms: "A code by text",
  totp: "An authenticator app",
} as const;
