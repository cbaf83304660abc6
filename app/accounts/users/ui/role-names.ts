import type { Role } from "~/core/who";

export const roleNames: Record<Role, string> = {
  admin: "Admin",
  supervisor: "Supervisor",
  therapist: "Therapist",
  staff: "Staff",
};
