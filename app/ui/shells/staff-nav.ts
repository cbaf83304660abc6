import type { Role, Staff } from "~/core/who";
import type { NavItem } from "./staff-shell";

interface Place {
  href: string;
  label: string;
}

/** Whose places they are, as it stands over them; one's own stand under no name. */
const groups: { name: string; roles: readonly Role[]; places: Place[] }[] = [
  {
    name: "Supervisor",
    roles: ["supervisor", "admin"],
    places: [
      { href: "/supervisordashboard", label: "Dashboard" },
      { href: "/appointments", label: "Appointments" },
      { href: "/calendars", label: "Calendars" },
      { href: "/users", label: "Users" },
      { href: "/messages", label: "2-Way Messaging" },
    ],
  },
  { name: "Therapist", roles: ["therapist"], places: [{ href: "/therapist", label: "My visits" }] },
  {
    name: "Admin",
    roles: ["admin"],
    places: [
      { href: "/admin", label: "User Management" },
      { href: "/admin/company", label: "Company" },
      { href: "/admin/import", label: "Import orders" },
      { href: "/admin/databases", label: "Databases" },
      { href: "/admin/keys", label: "Integration keys" },
      { href: "/admin/outbox", label: "Outbox" },
      { href: "/admin/deliveries", label: "Deliveries" },
      { href: "/admin/health", label: "Health" },
      { href: "/api/docs", label: "API" },
    ],
  },
  {
    name: "",
    roles: ["admin", "supervisor", "therapist", "staff"],
    places: [{ href: "/account", label: "My account" }],
  },
];

/** Where this staff member can go, with the place they are at marked. */
export function navFor(who: Pick<Staff, "roles">, current: string): NavItem[] {
  return groups
    .filter((group) => group.roles.some((role) => who.roles.includes(role)))
    .flatMap(({ name, places }) =>
      places.map(({ href, label }) => ({ href, label, group: name, current: href === current })),
    );
}

/** What the navigation is called: the widest role held. */
export function areaOf(who: Pick<Staff, "roles">): string {
  if (who.roles.includes("admin")) return "Admin";
  return who.roles.includes("supervisor") ? "Supervisor" : "Therapist";
}
