const inHours = (hours: number) => (hours === 1 ? "1 hour" : `${hours} hours`);

/** What patients read when a visit can't be booked or changed. */
export const visitStrings = {
  consent: "I agree to SMS updates (data rates may apply).",
  consentNeeded: "Please tick the box to agree to text updates about your visit.",
  timePast: "That time has passed. Please choose another.",
  timeTooNear: "That time is too soon. Please choose a later one.",
  timeTooFar: "That time is too far ahead. Please choose an earlier one.",
  timeNotOffered: "That time is not on offer. Please choose one from the list.",
  orderStopped: "This order was closed. Please call us if you think it should go on.",
  othersPage:
    "Somebody else's visit was opened in this browser since you opened this page. Nothing was changed. Please open your own link again.",
  noVisit: "You have no visit to change.",
  tooLateToChange: (hours: number) =>
    `Visits can be changed here until ${inHours(hours)} before they begin. Please call us.`,
  timeTaken: "That time was just taken. Please choose another.",
};

/** Shown to staff who confirm a visit that was confirmed before with another meeting link. */
export const alreadyConfirmed =
  "This visit is already confirmed with another meeting link. That link was kept.";

export const notStarted =
  "This visit hasn't started yet. Completing it thanks the patient, closes the order, and ends the visit.";
