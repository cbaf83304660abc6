import type { Role } from "~/core/who";

export const roleNames: Record<Role, string> = {
  admin: "Admin",
  supervisor: "Supervisor",
  therapist: "Therapist",
  staff: "Staff",
};

export const roleExplanations: Record<Role, string> = {
  admin: "Everything: users, company, orders, messages, system, and all of a supervisor's pages.",
  supervisor: "The dashboard, all visits and calendars, codes, and texts with patients.",
  therapist: "Their own calendar, visits, and hours. Needs a therapist profile.",
  staff: "Only their own account. Staff can be assigned a conversation but can't open it.",
};
