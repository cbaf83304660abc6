/** A number or name that identifies a record. The large demo has many of each. */
export type About =
  | "visits"
  | "patients"
  | "orders"
  | "orders of other companies"
  | "threads"
  | "therapists"
  | "users"
  | "deliveries"
  | "bulk changes";

/** One route requested with every id by each of these users: other people's records look like missing ones. */
export interface Walk {
  about: About;
  /** With a placeholder for the id: `:id`, `:pid`, `:db`, `:so` or `:name`. */
  route: string;
  /** Fields of an otherwise valid body. */
  fields?: Record<string, string>;
  people: readonly string[];
  /** The only table it writes. */
  opensSessions?: true;
}

interface Guard {
  /** The database query that decides; null where the route refuses this user for every id. */
  asks: RegExp | null;
  walks: readonly Walk[];
}

const patients = ["patient by code", "patient by link", "patient by query"];
const outside = ["anonymous", ...patients, "staff"];
const therapists = ["therapist", "therapist without a profile"];
const patient = "pid=:pid&db=:db&so=:so";
const later = { datetime: "2030-01-07T15:00:00Z" };

/**
 * The guards between an id and users without access to it. Each is one function that all of its routes call, as
 * tests/http/routes/other-peoples-ids.http.test.ts checks by the database queries. So each guard is tried with
 * every id by each kind of user, and the other routes with some.
 */
export const guards: Record<string, Guard> = {
  "the caller's visit": {
    asks: /from "visits" .* and "visits"\."id" = \?( limit \?)?$/,
    walks: [
      { about: "visits", route: "POST /api/appointments/:id/complete", people: therapists },
      { about: "visits", route: "POST /api/appointments/:id/undo-outcome", people: therapists },
      { about: "visits", route: "GET /visits/:id/complete", people: ["therapist"] },
    ],
  },
  "the caller's therapist, by number": {
    asks: /from "therapists" where "id" = \?$/,
    walks: [
      { about: "therapists", route: "GET /therapists/:id/availability", people: therapists },
      { about: "therapists", route: "GET /therapist?therapist=:id", people: therapists },
    ],
  },
  "the caller's therapist, by name": {
    asks: /from "therapists" where "name" = \?$/,
    walks: [
      { about: "therapists", route: "GET /api/availability?therapist=:name", people: therapists },
      {
        about: "therapists",
        route: "DELETE /api/availability",
        fields: { therapist: ":name", ...later },
        people: therapists,
      },
    ],
  },
  "an order that one may know of": {
    asks: /from "orders" where "id" (= \?|in \(select "order_id" from "visits" where "therapist_id" = \? and "status" in \([?, ]+\)\)) and/,
    walks: [
      {
        about: "patients",
        route: "GET /api/code-info?patient_id=:pid",
        people: [...therapists, "staff", "patient by code", "patient by link"],
      },
      { about: "patients", route: `GET /api/order-meta?${patient}`, people: therapists },
      {
        about: "patients",
        route: "GET /api/brightree/patient-link?patient_id=:pid&db=:db",
        people: therapists,
      },
    ],
  },
  "an order that a therapist may book": {
    asks: /from "orders" where \("brightree_db" in .* or "orders"\."id" in .*\) and/,
    walks: [
      { about: "orders of other companies", route: "GET /new-appointment?order=:id", people: therapists },
    ],
  },
  "the caller's bulk change": {
    asks: /from "bulk_changes" where "id" = \? and "user_id" = \?$/,
    walks: [{ about: "bulk changes", route: "GET /visits/bulk/:id", people: therapists }],
  },
  "an assigned conversation": {
    asks: /from "threads" where "id" = \? and "assignee_user_id" = \?$/,
    walks: [{ about: "threads", route: "GET /api/sms/thread/:id/consent", people: [...therapists, "staff"] }],
  },
  "a session by query, which opens for any values": {
    asks: /from "orders" where "patient_id" = \? and "brightree_db" = \?/,
    // It replaces the previous session and gives every caller the same answer.
    walks: [
      { about: "patients", route: `GET /schedule?${patient}`, people: ["anonymous"], opensSessions: true },
    ],
  },
  "a closed route": {
    asks: null,
    walks: [
      { about: "visits", route: "POST /api/appointments/:id/complete", people: outside },
      { about: "patients", route: `GET /api/order-meta?${patient}`, people: outside },
      { about: "orders", route: "POST /api/resend-code/:id", people: [...outside, "therapist"] },
      { about: "threads", route: "GET /api/sms/messages?thread_id=:id", people: [...outside, "therapist"] },
      {
        about: "deliveries",
        route: "POST /api/admin/deliveries/:id/retry",
        people: [...outside, "therapist", "supervisor"],
      },
      {
        about: "users",
        route: "DELETE /api/admin/users/:id",
        people: [...outside, "therapist", "supervisor"],
      },
      {
        about: "therapists",
        route: "PATCH /api/therapists/:id",
        fields: { name: "Taken Over" },
        people: [...outside, "therapist"],
      },
    ],
  },
};
