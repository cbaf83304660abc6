import type { TherapistNotice } from "./notify-therapist.server";

const what = "Equipment setup visit";

export const stoppedNotice: TherapistNotice = {
  kind: "order-stopped",
  subject: `${what}: its order was stopped`,
  text: (visit) =>
    `The order behind the setup visit on ${visit} was closed or stopped in the order system.\n\nThe visit still stands. Please cancel it if it is not needed any more.`,
};

export const otherPatientNotice: TherapistNotice = {
  kind: "order-moved",
  subject: `${what}: its order belongs to another patient now`,
  text: (visit) =>
    `In the order system, the order behind the setup visit on ${visit} was given to another patient.\n\nThe visit still stands. Please check with the patient, and cancel it if it was booked for somebody else.`,
};
