import type { App } from "~/boot/app.server";
import type { Patient, Role, Staff } from "~/core/who";
import { seedUser } from "./seed";

/** Returns an order's patient as an actor, by default signed in by code. */
export const patientOf = (orderId: number, sessionKind: Patient["sessionKind"] = "code"): Patient => ({
  kind: "patient",
  sessionKind,
  orderId,
  sessionId: 1,
  address: null,
});

/** Returns a staff user as an actor, by default a supervisor. */
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

/** Adds a staff user and returns it as an actor. */
export async function seedStaff(app: App, roles: Role[]): Promise<Staff> {
  const { id, name, email } = await seedUser(app, roles);
  return staffOf({ userId: id, name, email, roles });
}
