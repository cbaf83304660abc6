/** Who is asking. Roles are checked at the door, ownership in the room. */
export const roles = ["admin", "supervisor", "therapist", "staff"] as const;
export type Role = (typeof roles)[number];

/** How a patient came in: `query` may only see openings and book. */
export type PatientWay = "code" | "link" | "query";

interface Caller {
  /** Client address, as far as `TRUST_PROXY` lets it be known; null on the command line. */
  address: string | null;
}

export interface Staff extends Caller {
  kind: "staff";
  sessionId: number;
  userId: number;
  email: string;
  name: string;
  roles: Role[];
  /** The therapist record of this user, if there is one. */
  therapistId: number | null;
  therapistName: string | null;
}

/** A member of staff before a session is open. */
export type StaffMember = Omit<Staff, "sessionId" | "address">;

export interface Patient extends Caller {
  kind: "patient";
  sessionId: number;
  way: PatientWay;
  /** `noOrder` in a session by query whose values name no order on file. */
  orderId: number;
}

/** No order has this id: whoever holds it finds nothing and can book nothing. */
export const noOrder = 0;

export interface Anonymous extends Caller {
  kind: "nobody";
}

/** The command line and the house's own timers. */
export interface Operator extends Caller {
  kind: "operator";
}

/** Another system, by the key it was given. */
export interface Integration extends Caller {
  kind: "integration";
  name: string;
}

/** Somebody at the door, before it is known who. */
export interface ClientInfo extends Caller {
  /** The browser's own name for itself. */
  agent: string | null;
  /** The random token by which a browser is known again, signed in or not. */
  browser: string;
}

export type Who = Staff | Patient | Anonymous | Operator | Integration;

export const operator: Operator = { kind: "operator", address: null };

/**
 * Whom a door lets in. `patient` is one by code or link, `patient-by-query` the narrower session
 * that `?pid=&db=` opens, `integration` another system; `anyone` is for doors that are open on purpose.
 */
export type Audience = "anyone" | readonly (Role | "patient" | "patient-by-query" | "integration")[];

export const allStaff = ["therapist", "supervisor", "admin"] as const;
export const supervisors = ["supervisor", "admin"] as const;

export function isSupervisor(who: Who): boolean {
  return who.kind === "staff" && who.roles.some((role) => role === "supervisor" || role === "admin");
}

/** Does the audience hold this person? */
export function belongs(audience: Audience, who: Who): boolean {
  if (audience === "anyone") return true;
  if (who.kind === "patient") {
    return audience.includes(who.way === "query" ? "patient-by-query" : "patient");
  }
  if (who.kind === "integration") return audience.includes("integration");
  return who.kind === "staff" && who.roles.some((role) => audience.includes(role));
}

/** The screen a staff member lands on (part 1, section 2: admin, then supervisor, then therapist). */
export function homeOf(held: readonly Role[]): string | null {
  if (held.includes("admin")) return "/admin";
  if (held.includes("supervisor")) return "/supervisordashboard";
  if (held.includes("therapist")) return "/therapist";
  return null;
}

/** The list of visits a staff member works from. */
export function listOf(held: readonly Role[]): string {
  return held.includes("admin") || held.includes("supervisor") ? "/supervisordashboard" : "/therapist";
}
