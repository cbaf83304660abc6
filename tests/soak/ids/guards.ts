/** A number or name that leads to somebody's record, of which the large demo has so many. */
export type About =
  | "visits"
  | "patients"
  | "orders"
  | "other companies' orders"
  | "threads"
  | "therapists"
  | "users"
  | "deliveries";

/** One door asked with every id there is, by each of these people: what is not theirs is as if it were not there. */
export interface Walk {
  about: About;
  /** With the id in its place: `:id`, `:pid`, `:db`, `:so` or `:name`. */
  door: string;
  /** Of a body that would be right. */
  fields?: Record<string, string>;
  people: readonly string[];
  /** It writes that, and nothing else. */
  opensSessions?: true;
}

interface Guard {
  /** The database query that decides; null where the route refuses this user for every id. */
  asks: RegExp | null;
  walks: readonly Walk[];
}

const patients = ["patient by code", "patient by link", "patient by query"];
const outside = ["nobody", ...patients, "staff"];
const therapists = ["therapist", "therapist without a record"];
const patient = "pid=:pid&db=:db&so=:so";
const later = { datetime: "2030-01-07T15:00:00Z" };

/**
 * What stands between an id and those whom it does not concern. Each is one function that all of its doors call,
 * which tests/http/routes/other-peoples-ids.http.test.ts finds by what the database is asked; so each is walked with every id by
 * each kind of people that meets it, and the single doors with some.
 */
export const guards: Record<string, Guard> = {
  "an own visit": {
    asks: /from "visits" .* and "visits"\."id" = \?$/,
    walks: [
      { about: "visits", door: "POST /api/appointments/:id/complete", people: therapists },
      { about: "visits", door: "GET /visits/:id/complete", people: ["therapist"] },
    ],
  },
  "an own therapist, by number": {
    asks: /from "therapists" where "id" = \?$/,
    walks: [
      { about: "therapists", door: "GET /therapists/:id/availability", people: therapists },
      { about: "therapists", door: "GET /therapist?therapist=:id", people: therapists },
    ],
  },
  "an own therapist, by name": {
    asks: /from "therapists" where "name" = \?$/,
    walks: [
      { about: "therapists", door: "GET /api/availability?therapist=:name", people: therapists },
      {
        about: "therapists",
        door: "DELETE /api/availability",
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
        door: "GET /api/code-info?patient_id=:pid",
        people: [...therapists, "staff", "patient by code", "patient by link"],
      },
      { about: "patients", door: `GET /api/order-meta?${patient}`, people: therapists },
      {
        about: "patients",
        door: "GET /api/brightree/patient-link?patient_id=:pid&db=:db",
        people: therapists,
      },
    ],
  },
  "an order that a therapist may book": {
    asks: /from "orders" where \("brightree_db" in .* or "orders"\."id" in .*\) and/,
    walks: [{ about: "other companies' orders", door: "GET /new-appointment?order=:id", people: therapists }],
  },
  "a session by query, which opens for any values": {
    asks: /from "orders" where "patient_id" = \? and "brightree_db" = \?/,
    // It takes the place of the session before, and says the same to everybody.
    walks: [{ about: "patients", door: `GET /schedule?${patient}`, people: ["nobody"], opensSessions: true }],
  },
  "a closed door": {
    asks: null,
    walks: [
      { about: "visits", door: "POST /api/appointments/:id/complete", people: outside },
      { about: "patients", door: `GET /api/order-meta?${patient}`, people: outside },
      { about: "orders", door: "POST /api/resend-code/:id", people: [...outside, "therapist"] },
      { about: "threads", door: "GET /api/sms/messages?thread_id=:id", people: [...outside, "therapist"] },
      {
        about: "deliveries",
        door: "POST /api/admin/deliveries/:id/retry",
        people: [...outside, "therapist", "supervisor"],
      },
      {
        about: "users",
        door: "DELETE /api/admin/users/:id",
        people: [...outside, "therapist", "supervisor"],
      },
      {
        about: "therapists",
        door: "PATCH /api/therapists/:id",
        fields: { name: "Taken Over" },
        people: [...outside, "therapist"],
      },
    ],
  },
};
