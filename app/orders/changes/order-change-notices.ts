import type { TherapistNotice } from "./notify-therapist.server";

const what = "Equipment setup visit";

export const stoppedNotice: TherapistNotice = {
  kind: "order-stopped",
  subject: `${what}: its order was stopped`,
  text: (visit) =>
    `The order for the setup visit on ${visit} was closed or stopped in the order system.\n\nThe visit is still booked. Please cancel it if it is no longer needed.`,
};

export const otherPatientNotice: TherapistNotice = {
  kind: "order-moved",
  subject: `${what}: its order now belongs to another patient`,
  text: (visit) =>
    `In the order system, the order for the setup visit on ${visit} was moved to another patient.\n\nThe visit is still booked. Please check with the patient, and cancel it if it was booked for someone else.`,
};
