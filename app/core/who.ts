export const roles = ["admin", "supervisor", "therapist", "staff"] as const;
export type Role = (typeof roles)[number];

/** How a patient signed in. A patient in a `query` session can only see open times and book. */
export type PatientSessionKind = "code" | "link" | "query";

interface Caller {
  /** The client's IP address, which depends on TRUST_PROXY; null on the command line. */
  address: string | null;
}

export interface Staff extends Caller {
  kind: "staff";
  sessionId: number;
  userId: number;
  email: string;
  name: string;
  roles: Role[];
  therapistId: number | null;
  therapistName: string | null;
}

export type StaffMember = Omit<Staff, "sessionId" | "address">;

export interface Patient extends Caller {
  kind: "patient";
  sessionId: number;
  sessionKind: PatientSessionKind;
  orderId: number;
  /** Set if the caller is the patient's helper, who has a separate link. */
  helperId?: number | undefined;
}

/** The patient or a helper, who entered a code or opened a link. May see and change what belongs to the order. */
export const isProvenPatient = (who: Who): who is Patient & { sessionKind: "code" | "link" } =>
  who.kind === "patient" && who.sessionKind !== "query";

/**
 * Someone who knows the patient ID, but hasn't proven to be the patient. No response may reveal anything about the
 * order, not even that it exists.
 */
export const isQuerySession = (who: Who): who is Patient & { sessionKind: "query" } =>
  who.kind === "patient" && who.sessionKind === "query";

/** No order has this ID, so nothing can be found or booked with it. */
export const noOrder = 0;

interface Anonymous extends Caller {
  kind: "anonymous";
  email: string | null;
}

export const anonymous = (address: string | null, email: string | null = null): Anonymous => ({
  kind: "anonymous",
  address,
  email,
});

export interface Operator extends Caller {
  kind: "operator";
}

interface Integration extends Caller {
  kind: "integration";
  name: string;
}

export interface ClientInfo extends Caller {
  agent: string | null;
  browser: string;
}

export type Who = Staff | Patient | Anonymous | Operator | Integration;

export const operator: Operator = { kind: "operator", address: null };

/**
 * The callers that may use a route. A `patient` signed in by code or link, and a `patient-by-query` by `?pid=&db=`.
 * An `integration` is another system with a key.
 */
export type Audience = "anyone" | readonly (Role | "patient" | "patient-by-query" | "integration")[];

/** The callers in an audience. If it lists only roles, all of them are staff. */
export type WhoIn<Allowed extends Audience> = Allowed extends readonly Role[] ? Staff : Who;

export const allStaff = ["therapist", "supervisor", "admin"] as const;
export const supervisors = ["supervisor", "admin"] as const;

export function isSupervisor(who: Who): boolean {
  return who.kind === "staff" && who.roles.some((role) => role === "supervisor" || role === "admin");
}

export function belongs(audience: Audience, who: Who): boolean {
  if (audience === "anyone") return true;
  if (who.kind === "patient") {
    return audience.includes(isQuerySession(who) ? "patient-by-query" : "patient");
  }
  if (who.kind === "integration") return audience.includes("integration");
  return who.kind === "staff" && who.roles.some((role) => audience.includes(role));
}
