export const strings = {
  codeShort: "Enter the 6-digit access code.",
  codeWrong: "Invalid access code",
  phoneEnds: "Enter the last four digits of your phone number.",
  dobWrong: "Enter your date of birth like 1/31/1960.",
  factNeeded:
    "Please also enter the last four digits of your phone number, or your date of birth if you gave us no phone number.",
  linkSent:
    "If what you entered is right, we have just sent you a new link by text message or e-mail. Please open it to continue.",
  linkUnknown: "This link is no longer valid. Please ask us for a new one.",
};
