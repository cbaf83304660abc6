export const strings = {
  codeShort: "Enter the 6-digit access code.",
  codeWrong: (callUs: string) =>
    `That code didn't work. Codes work once. Use the link in our latest message, or ${callUs}.`,
  phoneEnds: "Enter the last four digits of your phone number.",
  dobWrong: "Enter your date of birth like 1/31/1960.",
  factNeeded:
    "Please also enter the last four digits of your phone number, or your date of birth if you gave us no phone number.",
  linkSent:
    "If what you entered is right, we have just sent you a new link by text message or email. Please open it to continue.",
  linkUnknown: "This link no longer works. Use the link in our latest message, or ask us for a new one.",
};
