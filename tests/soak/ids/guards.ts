/** Kinds of records. The large demo has many of each. */
export type RecordKind =
  | "visits"
  | "patients"
  | "orders"
  | "orders of other companies"
  | "threads"
  | "therapists"
  | "users"
  | "deliveries"
  | "bulk changes"
  | "saved views";

/** A route to request with every ID as each of these users. Other users' records must look like missing ones. */
export interface Walk {
  records: RecordKind;
  /** The method and path with placeholders for the ID: `:id`, `:pid`, `:db`, `:so`, or `:name`. */
  route: string;
  /** Fields of a valid body. */
  fields?: Record<string, string>;
  people: readonly string[];
  /** The route writes only sessions. */
  opensSessions?: true;
}

interface Guard {
  /** The database query of the check, or null if the route refuses this user for every ID. */
  query: RegExp | null;
  walks: readonly Walk[];
}

const patients = ["patient by code", "patient by link", "patient by query"];
const outside = ["anonymous", ...patients, "staff"];
const therapists = ["therapist", "therapist without a profile"];
const patient = "pid=:pid&db=:db&so=:so";
const later = { datetime: "2030-01-07T15:00:00Z" };

/**
 * Checks that keep users from records they have no access to. All routes of a guard call the same function, which
 * tests/http/routes/other-peoples-ids.http.test.ts verifies by its database queries. So one route of each guard is
 * tested with every ID, and the other routes with some IDs.
 */
export const guards: Record<string, Guard> = {
  "the caller's visit": {
    query: /from "visits" .* and "visits"\."id" = \?( limit (\?|\d+))?$/,
    walks: [
      { records: "visits", route: "POST /api/appointments/:id/complete", people: therapists },
      { records: "visits", route: "POST /api/appointments/:id/undo-outcome", people: therapists },
      { records: "visits", route: "GET /visits/:id/complete", people: ["therapist"] },
    ],
  },
  "the caller's class": {
    query: /from "classes" .* and "classes"\."id" = \?( limit (\?|\d+))?$/s,
    // The demo has no classes, so a visit's ID must look like an unknown one. tests/classes tests other therapists' classes.
    walks: [{ records: "visits", route: "GET /classes/:id", people: therapists }],
  },
  "the caller's visits, chosen from a list": {
    query: /from "visits" .* and "visits"\."id" in \([?, ]+\) order by "visits"\."start_at", "visits"\."id"$/,
    walks: [{ records: "visits", route: "GET /visits/bulk?act=confirm&visit=:id", people: therapists }],
  },
  "the caller's therapist, by number": {
    query: /from "therapists" where "id" = \?$/,
    walks: [
      { records: "therapists", route: "GET /therapists/:id/availability", people: therapists },
      { records: "therapists", route: "GET /therapist?therapist=:id", people: therapists },
    ],
  },
  "the caller's therapist, by name": {
    query: /from "therapists" where "name" = \?$/,
    walks: [
      { records: "therapists", route: "GET /api/availability?therapist=:name", people: therapists },
      {
        records: "therapists",
        route: "DELETE /api/availability",
        fields: { therapist: ":name", ...later },
        people: therapists,
      },
    ],
  },
  "an order that the caller can see": {
    query:
      /from "orders" where "id" (= \?|in \(select "order_id" from "visits" where \(visits\.therapist_id = \? or visits\.class_id in \(select class_id from class_therapists where therapist_id = \?\)\) and visits\.status in \([?, ]+\)\)) and/,
    walks: [
      {
        records: "patients",
        route: "GET /api/code-info?patient_id=:pid",
        people: [...therapists, "staff", "patient by code", "patient by link"],
      },
      { records: "patients", route: `GET /api/order-meta?${patient}`, people: therapists },
      {
        records: "patients",
        route: "GET /api/brightree/patient-link?patient_id=:pid&db=:db",
        people: therapists,
      },
    ],
  },
  "an order that a therapist can book": {
    query: /from "orders" where \("brightree_db" in .* or "orders"\."id" in .*\) and/,
    walks: [
      { records: "orders of other companies", route: "GET /new-appointment?order=:id", people: therapists },
    ],
  },
  "the caller's bulk change": {
    query: /from "bulk_changes" where "id" = \? and "user_id" = \?$/,
    walks: [{ records: "bulk changes", route: "GET /visits/bulk/:id", people: therapists }],
  },
  "a saved view of the caller or their role": {
    query: /from "saved_views" left join "users" .* and "saved_views"\."id" = \?$/,
    walks: [
      { records: "saved views", route: "GET /views/:id", people: therapists },
      { records: "saved views", route: "GET /views/:id/edit", people: therapists },
    ],
  },
  "an assigned conversation": {
    query: /from "threads" where "id" = \? and "assignee_user_id" = \?$/,
    walks: [
      { records: "threads", route: "GET /api/sms/thread/:id/consent", people: [...therapists, "staff"] },
    ],
  },
  "a session by query, which any values open": {
    query: /from "orders" where "patient_id" = \? and "brightree_db" = \?/,
    // It replaces the previous session and returns the same response to every caller.
    walks: [
      { records: "patients", route: `GET /schedule?${patient}`, people: ["anonymous"], opensSessions: true },
    ],
  },
  "a closed route": {
    query: null,
    walks: [
      { records: "visits", route: "POST /api/appointments/:id/complete", people: outside },
      { records: "patients", route: `GET /api/order-meta?${patient}`, people: outside },
      { records: "orders", route: "POST /api/resend-code/:id", people: [...outside, "therapist"] },
      { records: "threads", route: "GET /api/sms/messages?thread_id=:id", people: [...outside, "therapist"] },
      {
        records: "deliveries",
        route: "POST /api/admin/deliveries/:id/retry",
        people: [...outside, "therapist", "supervisor"],
      },
      {
        records: "users",
        route: "DELETE /api/admin/users/:id",
        people: [...outside, "therapist", "supervisor"],
      },
      {
        records: "therapists",
        route: "PATCH /api/therapists/:id",
        fields: { name: "Taken Over" },
        people: [...outside, "therapist"],
      },
    ],
  },
};
