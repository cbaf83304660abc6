export const visitNotFound = "Visit not found.";

export const alreadyConfirmed =
  "This visit is already confirmed with another meeting link. That link was kept.";

export const notStarted =
  "This visit hasn't started yet. Completing it ends the visit, sends the patient a thank-you message, and closes the order.";

export const lateWindow =
  "You can send this from an hour before a confirmed visit until it ends. Call the patient instead.";

export const markedAsNoShow =
  "Marked as a no-show. In 5 minutes, we'll send the patient a new link or add them to Patients to call.";
export const reasonChanged = "Reason changed.";
