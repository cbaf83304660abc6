const inHours = (hours: number) => (hours === 1 ? "1 hour" : `${hours} hours`);

export const visitStrings = {
  consent: "I agree to SMS updates (data rates may apply).",
  consentNeeded: "Check the box to agree to text updates about your visit.",
  timePast: "That time has passed. Please choose another.",
  timeTooNear: "That time is too soon. Please choose a later one.",
  timeTooFar: "That time is too far ahead. Please choose an earlier one.",
  timeNotOffered: "That time isn't available. Please choose one from the list.",
  orderStopped: (callUs: string) => `This order was closed. If you think this is a mistake, ${callUs}.`,
  otherPatientsPage: (outcome: "booked" | "changed") =>
    `Another patient's link was opened on this phone. Nothing was ${outcome}. Open your own link again.`,
  noVisit: "You have no visit to change.",
  tooLateToChange: (hours: number, callUs: string) =>
    `It's less than ${inHours(hours)} away. To change it, ${callUs}.`,
  timeTaken: "That time was just taken. Please choose another.",
};

export const visitNotFound = "Visit not found.";

export const alreadyConfirmed =
  "This visit is already confirmed with another meeting link. That link was kept.";

export const notStarted =
  "This visit hasn't started yet. Completing it ends the visit, thanks the patient and closes the order.";
