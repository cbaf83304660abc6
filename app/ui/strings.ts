/** What every patient's page says around its own words. */
export const strings = {
  product: "Firstnight",
  skip: "Skip to content",
  terms: "Terms",
  privacy: "Privacy Notice",
  help: "Need help? Call the clinic or equipment company that sent you here.",
  signOut: "Sign out",
  refusedTitle: "That did not work",
  refusedText: "This page could not be shown.",
  signedOutTitle: "You were signed out meanwhile",
  signedOutText:
    "What you typed is kept on this page, and nothing was saved yet. Sign in again in another tab, come back, and send it.",
  signInBeside: "Sign in (opens a new tab)",
  sendAgain: "Send what I typed",
  faultTitle: "Something went wrong on our side",
  faultText: "Nothing was changed. Please go back and try again.",
  faultNumber: "If it happens again, tell us this number:",
  toStart: "Go to the start page",
};
