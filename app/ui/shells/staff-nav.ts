import type { Role, Staff } from "~/core/who";

interface NavItem {
  href: string;
  label: string;
  /** The address that it leads to, if its own only redirects there. */
  address?: string;
  /** Words for the settings on the page, by which the search finds it. */
  about?: string;
  /** Shown only if a company follows patients' first 90 nights. */
  isAboutNights?: true;
  /** Shown only if a company has a kind of visit for classes. */
  isAboutClasses?: true;
}

export interface NavGroup {
  name: string;
  roles: readonly Role[];
  items: NavItem[];
  /** Shows only its heading while another group's page is open, so that all groups fit on the screen. */
  folds?: true;
}

/** The group to which a user's pinned views are added. */
export const viewsGroup = "Views";

const groups: NavGroup[] = [
  {
    name: "Supervisor",
    roles: ["supervisor", "admin"],
    items: [
      { href: "/supervisordashboard", label: "Dashboard" },
      { href: "/appointments", label: "Appointments" },
      { href: "/calendars", label: "Calendars" },
      { href: "/classes", label: "Classes", isAboutClasses: true },
      { href: "/users", label: "Users" },
      { href: "/messages", label: "2-Way Messaging" },
      { href: "/nights", label: "First 90 nights", isAboutNights: true },
    ],
  },
  {
    name: "Therapist",
    roles: ["therapist"],
    items: [
      { href: "/therapist", label: "My visits" },
      { href: "/classes", label: "Classes", isAboutClasses: true },
      { href: "/nights", label: "First 90 nights", isAboutNights: true },
    ],
  },
  {
    name: viewsGroup,
    roles: ["supervisor", "admin", "therapist"],
    items: [
      { href: "/orders", label: "Open orders", about: "Why orders wait, longest in a step first" },
      { href: "/orders?owner=me", label: "My orders", about: "Orders that you own, next actions" },
      {
        href: "/orders?due=overdue&sort=due",
        label: "All overdue orders",
        about: "Orders whose next action is late",
      },
    ],
  },
  {
    name: "People",
    roles: ["admin"],
    folds: true,
    items: [
      { href: "/admin", label: "User Management", about: "Roles, invitations, passwords, closed accounts" },
      { href: "/admin/single-sign-on", label: "Single sign-on", about: "SSO, OpenID, identity provider" },
    ],
  },
  {
    name: "Company",
    roles: ["admin"],
    folds: true,
    items: [
      {
        href: "/admin/company",
        label: "Company profile",
        about: "Phone, hours, privacy notice, terms, languages, reminders, consent",
      },
      {
        href: "/admin/company/wording",
        label: "Wording",
        about: "Texts and pages in the company's own words",
      },
    ],
  },
  {
    name: "Orders",
    roles: ["admin"],
    folds: true,
    items: [
      { href: "/admin/import", label: "Import orders", about: "CSV or Excel file" },
      { href: "/admin/databases", label: "Databases", about: "Order system, Brightree, sync, visit notes" },
      { href: "/admin/keys", label: "Integration keys", about: "Orders from another system" },
    ],
  },
  {
    name: "Messages",
    roles: ["admin"],
    folds: true,
    items: [
      {
        href: "/admin/outbox",
        label: "Outbox and deliveries",
        about: "Texts, emails, failed messages, replies as the patient",
      },
    ],
  },
  {
    name: "System",
    roles: ["admin"],
    folds: true,
    items: [
      { href: "/admin/health", label: "Health", about: "Backups, disk, set-up, two-step sign-in rule" },
      {
        href: "/admin/settings",
        label: "Settings",
        about: "Twilio, mail server (SMTP), quiet hours, codes, booking, idle time, two-step rule, backups",
      },
      { href: "/admin/audit", label: "Audit log", about: "Who did what and when" },
      { href: "/admin/webhooks", label: "Webhooks", about: "Events for other systems" },
      { href: "/api/docs", label: "API", about: "Calls for other programs" },
    ],
  },
  {
    name: "",
    roles: ["admin", "supervisor", "therapist", "staff"],
    items: [
      {
        href: "/account",
        label: "My account",
        about: "Password, two-step sign-in, passkeys, display, keyboard",
      },
    ],
  },
];

/** A page is listed once, in the first of the user's groups that has it. */
export function navFor(
  who: Pick<Staff, "roles">,
  { followsNights = false, hasClasses = false }: { followsNights?: boolean; hasClasses?: boolean } = {},
): NavGroup[] {
  const listed = new Set<string>();
  return groups
    .filter((group) => group.roles.some((role) => who.roles.includes(role)))
    .map((group) => ({
      ...group,
      items: group.items.filter(({ href, isAboutNights, isAboutClasses }) => {
        const isOn = (followsNights || !isAboutNights) && (hasClasses || !isAboutClasses);
        const isShown = isOn && !listed.has(href);
        listed.add(href);
        return isShown;
      }),
    }));
}

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

/** True if both addresses show the same list with the same filters. */
export function isSameAddress(one: string, other: string): boolean {
  const normal = (address: string) => {
    const { pathname, searchParams } = new URL(address, "http://localhost");
    searchParams.sort();
    return `${pathname}?${searchParams}`;
  };
  return normal(one) === normal(other);
}
