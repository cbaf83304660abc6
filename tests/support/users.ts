import type { App } from "~/boot/app.server";
import type { Patient, Role, Staff } from "~/core/who";
import { seedUser } from "./seed";

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

/** A staff user on file. */
export async function seedStaff(app: App, roles: Role[]): Promise<Staff> {
  const { id, name, email } = await seedUser(app, roles);
  return staffOf({ userId: id, name, email, roles });
}
