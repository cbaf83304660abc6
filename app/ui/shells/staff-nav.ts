import type { Role, Staff } from "~/core/who";

export interface NavGroup {
  name: string;
  roles: readonly Role[];
  items: { href: string; label: string }[];
}

const groups: NavGroup[] = [
  {
    name: "Supervisor",
    roles: ["supervisor", "admin"],
    items: [
      { href: "/supervisordashboard", label: "Dashboard" },
      { href: "/appointments", label: "Appointments" },
      { href: "/calendars", label: "Calendars" },
      { href: "/users", label: "Users" },
      { href: "/messages", label: "2-Way Messaging" },
    ],
  },
  { name: "Therapist", roles: ["therapist"], items: [{ href: "/therapist", label: "My visits" }] },
  {
    name: "Admin",
    roles: ["admin"],
    items: [
      { href: "/admin", label: "User Management" },
      { href: "/admin/single-sign-on", label: "Single sign-on" },
      { href: "/admin/company", label: "Company" },
      { href: "/admin/import", label: "Import orders" },
      { href: "/admin/databases", label: "Databases" },
      { href: "/admin/keys", label: "Integration keys" },
      { href: "/admin/webhooks", label: "Webhooks" },
      { href: "/admin/outbox", label: "Outbox" },
      { href: "/admin/deliveries", label: "Deliveries" },
      { href: "/admin/health", label: "Health" },
      { href: "/api/docs", label: "API" },
    ],
  },
  {
    name: "",
    roles: ["admin", "supervisor", "therapist", "staff"],
    items: [{ href: "/account", label: "My account" }],
  },
];

export const navFor = (who: Pick<Staff, "roles">): NavGroup[] =>
  groups.filter((group) => group.roles.some((role) => who.roles.includes(role)));

export const firstPageOf = (who: Pick<Staff, "roles">): string => navFor(who)[0]?.items[0]?.href ?? "/";

/** The navigation item that a path belongs to. */
export const navItemFor = (who: Pick<Staff, "roles">, path: string) =>
  navFor(who)
    .flatMap(({ items }) => items)
    .filter(({ href }) => `${path}/`.startsWith(`${href}/`))
    .sort((one, other) => other.href.length - one.href.length)[0];

/** The navigation's label, from the user's broadest role. */
export function areaOf(who: Pick<Staff, "roles">): string {
  if (who.roles.includes("admin")) return "Admin";
  return who.roles.includes("supervisor") ? "Supervisor" : "Therapist";
}
