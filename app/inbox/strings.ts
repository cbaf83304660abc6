export const strings = {
  title: "2-Way Messaging",
  notSending: "No SMS provider is set up, so texts are saved but not sent.",
  nothingSelected: "Select a thread or start a new message.",
  noText: "(no text)",
  optedOut:
    "This patient has opted out of texts (STOP). They can text YES or START if they want to hear from you again.",
};
