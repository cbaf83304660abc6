export const consentStrings = {
  history: "Consent history",
  none: "No consent on record.",
  agreed: "Agreed to texts",
  optedOut: "Opted out of texts",
  when: "Date",
  what: "Event",
  who: "Recorded by",
};
