import type { Role } from "~/core/who";

/** Roles as people read them. */
export const roleNames: Record<Role, string> = {
  admin: "Admin",
  supervisor: "Supervisor",
  therapist: "Therapist",
  staff: "Staff",
};
