export const messageStrings = {
  /** Company, purpose, rates, YES, STOP and HELP (part 3, section 8). */
  consentRequest: (company: string) =>
    `${company}: May we text you about your setup visit? Reply YES to agree, STOP to opt out, HELP for help. Msg & data rates may apply. Msg frequency varies.`,
  help: (company: string, phone: string | null) =>
    `${company}: texts about your equipment setup visit. ${phone ? `Call us at ${phone}. ` : ""}Msg & data rates may apply. Reply STOP to opt out.`,
  codeHidden: "[Access code and links]",
  linkHidden: "[link]",
  noPhone: "This sender is not a phone number. You can't text back.",
  stopped: "This number has opted out of texts (STOP). It was not sent.",
  emailed: "This number has opted out of texts (STOP). An email was sent instead.",
  visitGone: "The visit it was about is no longer on file. It was not sent.",
  visitCancelled: "The visit it was about was canceled. It was not sent.",
  visitMoved: "The visit it was about was moved. It was not sent.",
  visitPassed: "The time of the visit it was about has passed. It was not sent.",
  consentAnswered: "The patient has already answered. It was not sent.",
  unreadable: "This message could not be read from the database. Was APP_SECRET changed?",
  mailResent: "It will be sent again and may arrive twice.",
  mailUnconfirmed: "An earlier attempt was not confirmed and may have arrived.",
  mailTwice: "It was sent twice because the first attempt was not confirmed. It may have arrived twice.",
  inDoubt: "The provider did not confirm whether it accepted this message.",
};
