import type { Patient, Staff } from "~/core/who";

/** The patient of an order, signed in by code unless stated otherwise. */
export const patientOf = (orderId: number, sessionKind: Patient["sessionKind"] = "code"): Patient => ({
  kind: "patient",
  sessionKind,
  orderId,
  sessionId: 1,
  address: null,
});

/** A staff user, a supervisor unless stated otherwise. */
export const staffOf = (over: Partial<Staff> = {}): Staff => ({
  kind: "staff",
  sessionId: 1,
  userId: 1,
  email: "sam@clinic.example",
  name: "Sam",
  roles: ["supervisor"],
  therapistId: null,
  therapistName: null,
  address: null,
  ...over,
});
