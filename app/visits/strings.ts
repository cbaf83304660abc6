const inHours = (hours: number) => (hours === 1 ? "1 hour" : `${hours} hours`);

export const visitStrings = {
  consent: "I agree to SMS updates (data rates may apply).",
  consentNeeded: "Check the box to agree to text updates about your visit.",
  timePast: "That time has passed. Please choose another.",
  timeTooNear: "That time is too soon. Please choose a later one.",
  timeTooFar: "That time is too far ahead. Please choose an earlier one.",
  timeNotOffered: "That time isn't available. Please choose one from the list.",
  orderStopped: "This order was closed. Please call us if you think this is a mistake.",
  otherPatientsPage:
    "Another patient's visit has been opened in this browser. Nothing was changed. Please open your own link again.",
  noVisit: "You have no visit to change.",
  tooLateToChange: (hours: number) =>
    `You can change a visit online until ${inHours(hours)} before it starts. Please call us instead.`,
  timeTaken: "That time was just taken. Please choose another.",
};

export const visitNotFound = "Visit not found.";

export const alreadyConfirmed =
  "This visit is already confirmed with another meeting link. That link was kept.";

export const notStarted =
  "This visit hasn't started yet. Completing it ends the visit, thanks the patient and closes the order.";
