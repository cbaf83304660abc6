import type { ServerBuild } from "@remix-run/node";
import { expect, test } from "vitest";
import { hour } from "~/core/time";
import type { Methods } from "~/http/api.server";
import { Client, type Reply } from "../../support/client";
import { seedClinic, seedTherapist, seedUser, signInPatient, signInStaff } from "../../support/seed";
import { builtServer, startServer } from "../../support/server";

// The access matrix from part 3, section 3, written independently of the routes. The test fails for a route that admits
// other users or isn't listed here.

const people = [
  "anonymous",
  "patient by code",
  "patient by link",
  "patient by query",
  "therapist",
  "other therapist",
  "supervisor",
  "admin",
  "staff",
  "expired session",
  "ended session",
] as const;
type Person = (typeof people)[number];

const anyone: readonly Person[] = people;
const admin: readonly Person[] = ["admin"];
const supervisors: readonly Person[] = ["supervisor", "admin"];
const therapists: readonly Person[] = ["therapist", "other therapist", ...supervisors];
const staff: readonly Person[] = [...therapists, "staff"];
const patient: readonly Person[] = ["patient by code", "patient by link"];
const bookers: readonly Person[] = [...patient, "patient by query"];

const access: Record<string, Partial<Record<string, readonly Person[]>>> = {
  "/*": { GET: anyone, POST: anyone },
  "/api/*": { GET: anyone, POST: anyone },
  "/healthz": { GET: anyone },
  // Anyone on this machine, because METRICS_FROM allows it.
  "/metrics": { GET: anyone },
  "/readyz": { GET: anyone },
};

/** Adds access rules. Each line has the form `GET POST /path`. */
function admits(audience: readonly Person[], ...lines: string[]): void {
  for (const line of lines) {
    const words = line.split(" ");
    const path = words.pop() ?? "";
    for (const verb of words) access[path] = { ...access[path], [verb]: audience };
  }
}

admits(
  anyone,
  "GET POST /",
  "GET POST /login",
  "GET POST /logout",
  "GET /terms",
  "GET /privacy",
  "GET POST /reset-password",
  "GET POST /reset-password/:token",
  "GET POST /setup/:token",
  "GET /track",
  "GET /track/:code",
  "GET /schedule/:code",
  // The forms are on other pages, and reloading these paths redirects there.
  "GET /refused",
  "GET /account/display",
  "GET /account/messaging",
  "GET /orders/:id/resend-link",
  "GET /account/sign-out-everywhere",
  "GET /admin/users/:id/reset-password",
  "GET /admin/databases/:name/notes/replay",
  "GET /admin/webhooks/:id/replay",
  "GET /admin/webhooks/:id/switch-on",
  "GET /messages/:conversationId/assign",
  "GET /messages/:conversationId/done",
  "GET /messages/:conversationId/hold",
  "GET /messages/:conversationId/notes",
  "GET /messages/:conversationId/retry",
  "GET /messages/:conversationId/snooze",
  "GET /messages/:conversationId/star",
  "GET /messages/:conversationId/tags",
  "GET /visits/:id/undo-move",
  "GET /orders/:id/urgent",
  "GET /orders/:id/take",
  "GET /orders/:id/reopen",
  "GET /visits/:id/running-late",
  // The code in the link grants access.
  "GET POST /check-in/:token",
  "GET POST /offer/:token",
  "POST /api/offers/:token/accept",
  "POST /api/offers/:token/decline",
  "GET POST /language",
  "GET POST /switch-order",
  "PUT /api/my-language",
  "GET /languages",
  "POST /api/login",
  "POST /api/login/verify",
  "POST /api/login/passkey",
  "POST /api/login/passkey/options",
  "GET /sso",
  "GET /sso/callback",
  // The provider sends a signed token.
  "POST /api/sso/backchannel-logout",
  "POST /api/logout",
  "POST /api/request-password-reset",
  "POST /api/reset-password/:token",
  "POST /api/activity/ui",
  "POST /api/validate-code",
  "GET /api/shortlink/bootstrap-schedule/:code",
  "GET /api/shortlink/timeline/:code",
  // The token is in the path.
  "GET /calendar/:file",
  "GET /company-logo/:hash",
  // Callers send a signature instead of a session.
  "POST /api/sms/inbound",
  "POST /api/sms/status",
);
admits(bookers, "GET POST /schedule", "POST /schedule/:code");
admits(
  patient,
  "GET POST /my-visit",
  "GET POST /my-visit/move",
  "GET /schedule/classes",
  "GET POST /schedule/classes/:id",
  "GET POST /visit-zone",
  "GET POST /my-visit/cancel",
  "GET POST /my-visit/helper",
  "GET POST /my-visit/questions",
  "GET /my-visit/photos/:photo",
  "GET PUT /api/my-appointment/answers",
  "GET /my-visit/check",
  "GET POST /my-visit/earlier",
  "GET POST /my-wait",
  "GET PUT DELETE /api/my-wait",
  "GET /my-visit.ics",
  "GET PATCH /api/my-appointment",
  "POST /api/my-appointment/cancel",
  "PUT /api/my-appointment/texts",
  "POST DELETE /api/my-appointment/late",
  "POST DELETE /api/my-appointment/call-me",
  "GET PUT DELETE /api/my-appointment/earlier",
  "GET /api/shortlink/timeline",
);
admits([...bookers, ...therapists], "GET /api/availability", "POST /api/schedule-appointment");
// Part 3, section 14.5: callers without access get 401, even if they are signed in.
admits([...patient, ...staff], "GET /api/code-info");
admits([...bookers, ...staff], "GET POST /api/session");
admits(
  staff,
  "GET POST /account",
  "POST /account/display",
  "GET /search",
  "GET POST /account/keys",
  "GET POST /account/password",
  "GET POST /account/two-step",
  "GET POST /account/two-step/confirm",
  "GET POST /account/two-step/off",
  "GET POST /account/recovery-codes",
  "GET POST /account/passkeys/new",
  // Only for the passkey's user. Other users get 404.
  "GET POST /account/passkeys/:id/remove",
  "POST /api/passkeys/options",
  "POST /account/sign-out-everywhere",
  "GET DELETE /api/sessions",
  "DELETE /api/sessions/:id",
  "GET /api/openapi.json",
  // Only for supervisors, admins, and the user the conversation is assigned to. Other users get 404.
  "GET POST /api/sms/thread/:id/consent",
  "GET /api/sms/thread/:id/consent.csv",
  "GET /api/sms/thread/:id/consent.pdf",
);
admits(
  therapists,
  "GET /therapist",
  "GET POST /new-appointment",
  "GET POST /new-appointment/order",
  "GET /therapist/day",
  "GET /nights",
  "GET POST /orders/:id/equipment",
  "GET POST /orders/:id/nights",
  "GET POST /orders/:id/plan",
  "GET /api/orders/:id/nights-evidence",
  "GET POST /therapists/:id/availability",
  "GET POST /therapists/:id/availability/week",
  "GET POST /therapists/:id/availability/days-off",
  "GET /therapists/:id/availability/changes",
  "GET POST /therapists/:id/calendars",
  "POST DELETE /api/therapists/:id/feed",
  "GET POST /api/therapists/:id/calendars",
  "DELETE /api/therapists/:id/calendars/:calendar_id",
  "GET /orders/:id",
  "GET /visits/:id",
  "GET /api/changes",
  "GET POST /visits/:id/confirm",
  "GET POST /visits/:id/cancel",
  "GET POST /visits/:id/complete",
  "GET POST /visits/:id/no-show",
  "GET POST /visits/:id/undo-outcome",
  // Therapists can only record the outcome of visits assigned to them. They get 403 for anything else.
  "GET POST /visits/bulk",
  "GET POST /visits/bulk/:id",
  "GET POST /visits/:id/move",
  "GET POST /visits/:id/helper",
  "GET /visits/:id/photos/:photo",
  "GET POST /orders/:id/organization",
  "GET POST /orders/:id/follow-up",
  "GET POST /orders/:id/notes",
  "POST /orders/:id/take",
  "GET /views",
  "GET POST /views/new",
  // Only for the view's user and the roles it is shared with. Other users get 404.
  "GET /views/:id",
  "GET POST /views/:id/edit",
  "GET POST /views/:id/delete",
  "GET /orders",
  "GET POST /orders/:id/language",
  "GET POST /orders/:id/zip",
  // Without a therapist profile, staff get 404.
  "GET POST /account/therapist",
  "POST /visits/:id/undo-move",
  "POST /orders/:id/urgent",
  "GET POST /orders/close",
  "POST /orders/:id/reopen",
  "POST /api/orders/:id/close",
  "POST /api/orders/:id/reopen",
  "POST /visits/:id/running-late",
  "DELETE /api/availability",
  "POST /api/availability/bulk",
  "POST /api/availability/bulk/delete",
  "GET /api/therapists",
  "GET /api/unconfirmed-appointments",
  "GET PATCH /api/appointments/:id",
  "POST /api/appointments/confirm",
  "POST /api/appointments/:id/cancel",
  "POST /api/appointments/:id/complete",
  "POST /api/appointments/:id/no-show",
  "POST /api/appointments/:id/undo-outcome",
  "POST /api/appointments/:id/undo-move",
  "POST /api/appointments/:id/running-late",
  "GET /api/order-meta",
  "GET /api/brightree/patient-link",
  "POST /api/brightree/save-org",
  "GET /api/kinds",
  // Therapists see and change their own classes. Other therapists get 404.
  "GET /classes",
  "GET POST /classes/new",
  "GET POST /api/classes",
  "PATCH /api/classes/:id",
  "POST /api/classes/:id/cancel",
  "GET /classes/:id",
  "GET POST /classes/:id/add",
  "GET POST /classes/:id/cancel",
  "GET POST /classes/:id/change",
  "GET /api/places",
);
admits(
  supervisors,
  "GET /api/company",
  "POST /classes/:id",
  "GET POST /api/offers",
  "GET /api/waiting",
  "GET POST /orders/:id/wait",
  "GET /nights/report",
  "GET /nights/report.csv",
  "GET POST /nights/import",
  "GET POST /nights/import/:id",
  "GET POST /nights/import/:id/columns",
  "GET /offers",
  "GET POST /offers/new",
  "GET /supervisordashboard",
  "GET /supervisordashboard/unconfirmed",
  "GET POST /supervisordashboard/codes",
  "GET POST /supervisordashboard/codes/new",
  "GET POST /supervisordashboard/codes/resend",
  "GET /supervisordashboard/codes.csv",
  "GET /supervisordashboard/steps/:step",
  "GET POST /orders/links",
  "GET /orders/links.csv",
  "GET /orders.csv",
  "GET /worklist.csv",
  "GET /capacity",
  "GET /reports",
  "GET /reports.csv",
  "GET /recovery",
  "GET /recovery/visits",
  "GET /recovery/times",
  "GET /recovery.csv",
  "GET /recovery-times.csv",
  "GET /appointments",
  "GET /appointments.csv",
  "GET /api/kpi/tiles",
  "GET /calendars",
  "GET /calendars/capacity.csv",
  "GET POST /calendars/day-board",
  "GET POST /call-tasks/:id",
  "GET POST /call-tasks/:id/phone",
  "GET POST /call-tasks/:id/undo",
  "GET /api/call-tasks",
  "POST /api/call-tasks/:id",
  "GET POST /therapists/:id",
  "GET /therapists/out",
  "GET POST /therapists/:id/out",
  "GET /users",
  "GET /api/users",
  "GET /api/supervisor/users",
  "GET /api/composite-appointments",
  "GET /api/appointments",
  "GET /api/supervisor/appointments",
  "GET /api/calendar/appointments",
  "PATCH /api/therapists/:id",
  "GET /api/kpi/step-counts",
  "GET /api/kpi/step-orders",
  "GET /api/pending-access-codes",
  "POST /api/generate-code",
  "POST /api/resend-code/:id",
  "GET /api/sms/threads",
  "GET /api/sms/messages",
  "GET /api/sms/stream",
  "GET /api/sms/thread/:id/export.pdf",
  "PUT DELETE /api/sms/thread/:id/star",
  "POST /api/sms/thread/:id/replying",
  "GET PUT /api/sms/thread/:id/notes",
  "GET POST DELETE /api/sms/thread/:id/tags",
  "PUT /api/sms/thread/:id/assign",
  "PUT /api/sms/thread/:id/unassign",
  "POST /api/sms/send",
  "POST /api/sms/thread/start",
  "POST /api/sms/thread/:id/retry",
  "GET POST /messages/:conversationId?",
  "GET POST /messages/start",
  "GET POST /messages/replies",
  "GET POST /messages/replies/defaults",
  "GET POST /messages/replies/:id",
  "GET POST /messages/replies/:id/delete",
  "GET /messages/:conversationId/export",
  "GET POST /messages/:conversationId/assign",
  "GET POST /messages/:conversationId/consent",
  "GET POST /messages/:conversationId/done",
  "GET POST /messages/:conversationId/hold",
  "GET POST /messages/:conversationId/notes",
  "GET POST /messages/:conversationId/retry",
  "GET POST /messages/:conversationId/snooze",
  "GET POST /account/messaging",
  "GET POST /orders/:id/resend-link",
  "GET POST /messages/:conversationId/star",
  "GET POST /messages/:conversationId/tags",
);
admits(
  admin,
  "GET POST /admin",
  "GET POST /therapists/new",
  "GET POST /admin/company/plan",
  "GET POST /admin/company/questions",
  "POST /api/therapists",
  "GET POST /therapists/:id/edit",
  "PATCH /api/admin/therapists/:id",
  "GET POST /api/admin/therapists/:id/other-links",
  "GET /api/docs",
  "GET POST /admin/audit",
  "GET /admin/audit-log.csv",
  "GET POST /admin/outbox",
  "GET POST /admin/setup",
  "GET /admin/settings",
  "GET POST /admin/settings/texts",
  "GET POST /admin/settings/email",
  "GET POST /admin/settings/booking",
  "GET POST /admin/settings/security",
  "GET POST /admin/settings/backups",
  "GET POST /admin/deliveries",
  "GET POST /admin/import",
  "GET POST /admin/import/:id",
  "GET POST /admin/import/:id/columns",
  "GET POST /admin/import/:id/stop",
  "GET POST /admin/import/:id/undo",
  "GET POST /admin/import/:id/rows/:line",
  "GET POST /admin/import/:id/discard",
  "GET /admin/import/template.csv",
  "GET /admin/import/template.xlsx",
  "GET /admin/import/:id/rejected.csv",
  "GET POST /admin/databases",
  "GET POST /admin/databases/:name",
  "GET POST /admin/databases/:name/test",
  "GET POST /admin/databases/:name/order-states",
  "GET POST /admin/databases/:name/changes",
  "GET POST /admin/databases/:name/rename",
  "GET /admin/databases/:name/notes",
  "GET POST /admin/databases/:name/notes/settings",
  "GET POST /admin/databases/:name/notes/test",
  "GET POST /admin/databases/:name/notes/off",
  "POST /admin/databases/:name/notes/replay",
  "GET POST /admin/keys",
  "GET POST /admin/health",
  "GET POST /admin/company",
  "GET POST /admin/company/wording",
  "GET POST /admin/company/logo",
  "GET /admin/company/kinds",
  "GET POST /admin/company/kinds/new",
  "GET POST /admin/company/kinds/:id",
  "GET POST /admin/company/kinds/:id/retire",
  "GET POST /admin/company/kinds/:id/default",
  "GET /admin/company/places",
  "GET POST /admin/company/places/new",
  "GET POST /admin/company/places/:id",
  "GET POST /admin/company/places/:id/close",
  "PATCH /api/company",
  "POST /api/kinds",
  "PATCH /api/kinds/:id",
  "POST /api/places",
  "PATCH /api/places/:id",
  "GET POST /admin/single-sign-on",
  "GET POST /admin/single-sign-on/test",
  "GET POST /admin/single-sign-on/remove",
  "GET POST /admin/webhooks",
  "GET POST /admin/webhooks/:id",
  "GET POST /admin/webhooks/:id/secret",
  "GET POST /admin/webhooks/:id/remove",
  "POST /admin/webhooks/:id/replay",
  "POST /admin/webhooks/:id/switch-on",
  "GET POST /api/admin/webhooks",
  "DELETE /api/admin/webhooks/:id",
  "POST /api/admin/webhooks/:id/test",
  "GET POST /admin/keys/:id/revoke",
  "GET POST /admin/users/:id/delete",
  "GET POST /admin/users/:id/unlink",
  "POST /admin/users/:id/reset-password",
  "GET POST /admin/users/:id/hand-over",
  "GET POST /api/admin/users",
  "GET PATCH DELETE /api/admin/users/:id",
  "POST /api/admin/users/:id/reset-password",
  "POST /api/admin/users/:id/hand-over",
  "GET /api/admin/audit-log",
  "GET /api/admin/outbox",
  "POST /api/admin/outbox/reply",
  "GET /api/admin/deliveries",
  "POST /api/admin/deliveries/:id/retry",
  "PUT /api/orders",
  "PUT /api/usage",
);

const build = (await builtServer()).build as unknown as ServerBuild;
const server = await startServer();
const { app } = server;
const clinic = await seedClinic(app);
const users = {
  therapist: await seedUser(app, ["therapist"]),
  "other therapist": await seedUser(app, ["therapist"]),
  supervisor: await seedUser(app, ["supervisor"]),
  admin: await seedUser(app, ["admin"]),
  staff: await seedUser(app, ["staff"]),
};
await app.db
  .updateTable("therapists")
  .set({ user_id: users.therapist.id })
  .where("id", "=", clinic.therapist.id)
  .execute();
await seedTherapist(app, { user_id: users["other therapist"].id });

/** Opens a session for one request, because some requests end the session. */
async function enter(person: Person): Promise<Client> {
  const client = new Client(server.url);
  if (person in users) await signInStaff(app, client, users[person as keyof typeof users].id);
  if (person === "patient by code") await signInPatient(app, client, clinic.order.id, "code");
  if (person === "patient by link") await signInPatient(app, client, clinic.order.id, "link");
  if (person === "patient by query") await signInPatient(app, client, clinic.order.id, "query");
  if (person === "ended session" || person === "expired session") {
    await signInStaff(app, client, users.admin.id);
    const newest = app.db.selectFrom("sessions").select((eb) => eb.fn.max("id").as("id"));
    if (person === "ended session") await app.db.deleteFrom("sessions").where("id", "=", newest).execute();
    else {
      const expires_at = server.clock.now() - hour;
      await app.db.updateTable("sessions").set({ expires_at }).where("id", "=", newest).execute();
    }
  }
  return client;
}

/** Reads the status of a stream that never ends. */
async function peek(client: Client, path: string): Promise<Pick<Reply, "status" | "text" | "location">> {
  const abort = new AbortController();
  const cookie = `firstnight=${client.cookies.get("firstnight")}`;
  const { status } = await fetch(new URL(path, client.url), { headers: { cookie }, signal: abort.signal });
  abort.abort();
  return { status, text: "", location: null };
}

/** Fills in path parameters and adds required query parameters. */
const fill = (path: string) =>
  path
    .replace("/api/code-info", "/api/code-info?patient_id=1")
    .replace("/:conversationId?", "")
    .replace(/:(id|conversationId)/, "987654")
    .replace(/:\w+|\*/, "nothing-of-this-name");

/** The routes in the build with their methods. */
const built = Object.values(build.routes)
  .filter((route) => route && route.id !== "root")
  .map((route) => {
    const { loader, action } = route?.module ?? {};
    const methods = (loader as { methods?: Methods } | undefined)?.methods;
    const pages = ["GET", action && "POST"].filter((verb) => verb !== undefined);
    return {
      path: `/${route?.path ?? ""}`.replace("//", "/"),
      api: methods !== undefined,
      verbs: methods ? Object.keys(methods) : pages,
    };
  });

function wasRefused(reply: Pick<Reply, "status" | "location">, isApi: boolean): boolean {
  if (isApi) return reply.status === 401 || reply.status === 403;
  const { location, status } = reply;
  // An accepted form returns 303. A caller without access gets 302.
  return (status === 302 && location === "/login") || (status >= 300 && status < 400 && location === "/");
}

test("the access matrix lists exactly the routes in the build", () => {
  const list = (entries: { path: string; verbs: string[] }[]) =>
    entries.map(({ path, verbs }) => `${[...verbs].sort().join(" ")} ${path}`).sort();
  expect(list(built)).toEqual(
    list(Object.entries(access).map(([path, verbs]) => ({ path, verbs: Object.keys(verbs) }))),
  );
});

for (const { path, api, verbs } of built) {
  for (const verb of verbs) {
    const audience = access[path]?.[verb];
    if (!audience || path === "/*" || path === "/api/*") continue;
    test(`${verb} ${path} is open to ${audience === anyone ? "anyone" : audience.join(", ")}`, async () => {
      const admitted: Person[] = [];
      for (const person of people) {
        const client = await enter(person);
        const isStream = ["/api/sms/stream", "/api/changes"].includes(path);
        const endless = isStream && audience.includes(person);
        const reply = endless
          ? await peek(client, path)
          : await client.send(fill(path), {
              method: verb,
              ...(verb !== "GET" && (api ? { json: {} } : { form: {} })),
            });
        expect(reply.status, `${person}: ${reply.text.slice(0, 200)}`).toBeLessThan(500);
        if (api && !audience.includes(person)) {
          const anonymous = ["anonymous", "expired session", "ended session"].includes(person);
          expect(reply.status, person).toBe(anonymous || path === "/api/code-info" ? 401 : 403);
        }
        if (!wasRefused(reply, api) || audience === anyone) admitted.push(person);
      }
      expect(admitted).toEqual(people.filter((person) => audience.includes(person)));
    });
  }
}
