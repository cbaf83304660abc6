/** What patients read about choosing and changing a time. */
export const words = {
  consent: "I agree to SMS updates (data rates may apply).",
  consentNeeded: "Please tick the box to agree to text updates about your visit.",
  timePast: "That time has passed. Please choose another.",
  timeTooNear: "That time is too soon. Please choose a later one.",
  timeTooFar: "That time is too far ahead. Please choose an earlier one.",
  timeNotOffered: "That time is not on offer. Please choose one from the list.",
  noVisit: "You have no visit to change.",
  tooLateToChange: (hours: number) =>
    `Visits can be changed here until ${hours} hours before they begin. Please call us.`,
};
