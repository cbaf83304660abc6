export const strings = {
  product: "Firstnight",
  skip: "Skip to content",
  terms: "Terms",
  privacy: "Privacy Notice",
  help: "Need help? Call the clinic or equipment company that sent you here.",
  signOut: "Sign out",
  refusedTitle: "That didn't work",
  refusedText: "This page can't be shown.",
  signedOutTitle: "You've been signed out",
  signedOutText:
    "Your text is still on this page but hasn't been saved. Sign in again in another tab. Then come back and send it.",
  signInNewTab: "Sign in (opens a new tab)",
  sendAgain: "Send my text",
  faultTitle: "Something went wrong on our side",
  faultText: "Nothing was changed. Please go back and try again.",
  faultNumber: "If it happens again, tell us this number:",
  toStart: "Go to the start page",
};
