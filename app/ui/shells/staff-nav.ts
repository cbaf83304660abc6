import type { Staff } from "~/core/who";
import type { NavItem } from "./staff";

const places: { href: string; label: string; roles: Staff["roles"] }[] = [
  { href: "/supervisordashboard", label: "Dashboard", roles: ["supervisor", "admin"] },
  { href: "/messages", label: "2-Way Messaging", roles: ["supervisor", "admin"] },
  { href: "/therapist", label: "My visits", roles: ["therapist"] },
  { href: "/admin", label: "User Management", roles: ["admin"] },
  { href: "/admin/import", label: "Import orders", roles: ["admin"] },
  { href: "/admin/databases", label: "Databases", roles: ["admin"] },
  { href: "/admin/keys", label: "Integration keys", roles: ["admin"] },
  { href: "/admin/outbox", label: "Outbox", roles: ["admin"] },
  { href: "/admin/deliveries", label: "Deliveries", roles: ["admin"] },
  { href: "/api/docs", label: "API", roles: ["admin"] },
  { href: "/account", label: "My account", roles: ["admin", "supervisor", "therapist", "staff"] },
];

/** Where this staff member can go, with the place they are at marked. */
export function navFor(who: Pick<Staff, "roles">, current: string): NavItem[] {
  return places
    .filter((place) => place.roles.some((role) => who.roles.includes(role)))
    .map(({ href, label }) => ({ href, label, current: href === current }));
}

/** What stands over the navigation: the widest role held. */
export function areaOf(who: Pick<Staff, "roles">): string {
  if (who.roles.includes("admin")) return "Admin";
  return who.roles.includes("supervisor") ? "Supervisor" : "Therapist";
}
