/**
 * Every address of the product, a block per slice. Each API path is one file that holds all its methods.
 *
 * @type {import("@remix-run/dev").AppConfig}
 */
export default {
  server: "./app/server.ts",
  serverBuildPath: "build/server.js",
  serverModuleFormat: "esm",
  serverPlatform: "node",
  ignoredRouteFiles: ["**/*"],
  tailwind: false,
  postcss: false,
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    v3_lazyRouteDiscovery: false,
  },
  routes: (define) =>
    define((route) => {
      route("*", "http/pages/unknown.tsx");
      route("api/*", "http/api/unknown.ts");
      route("healthz", "http/api/healthz.ts");
      route("metrics", "http/api/metrics.ts");
      route("api/openapi.json", "http/api/openapi.ts");
      route("api/docs", "http/pages/api-docs.tsx");

      // accounts
      route("setup/:token", "accounts/pages/setup.tsx");
      route("logout", "accounts/pages/logout.tsx");
      route("reset-password", "accounts/pages/reset-password.tsx");
      route("reset-password/:token", "accounts/pages/reset-password.tsx", { id: "reset-password-by-link" });
      route("account", "accounts/pages/account.tsx");
      route("account/sign-out-everywhere", "accounts/pages/sign-out-everywhere.tsx");
      route("account/password", "accounts/pages/account-password.tsx");
      route("account/two-step", "accounts/pages/account-two-step.tsx");
      route("account/two-step/confirm", "accounts/pages/account-two-step-confirm.tsx");
      route("account/two-step/off", "accounts/pages/account-two-step-off.tsx");
      route("account/recovery-codes", "accounts/pages/account-recovery-codes.tsx");
      route("admin", "accounts/pages/admin.tsx");
      route("admin/audit", "accounts/pages/audit.tsx");
      route("admin/users/:id/delete", "accounts/pages/user-delete.tsx");
      route("admin/users/:id/reset-password", "accounts/pages/user-reset-password.tsx");
      route("api/login", "accounts/api/login.ts");
      route("api/login/verify", "accounts/api/login-verify.ts");
      route("api/logout", "accounts/api/logout.ts");
      route("api/session", "accounts/api/session.ts");
      route("api/sessions", "accounts/api/sessions.ts");
      route("api/sessions/:id", "accounts/api/one-session.ts");
      route("api/request-password-reset", "accounts/api/request-password-reset.ts");
      route("api/reset-password/:token", "accounts/api/reset-password.ts");
      route("api/activity/ui", "accounts/api/activity-ui.ts");
      route("api/users", "accounts/api/users.ts", { id: "api-users" });
      route("api/supervisor/users", "accounts/api/users.ts", { id: "api-supervisor-users" });
      route("api/admin/users", "accounts/api/admin-users.ts");
      route("api/admin/users/:id", "accounts/api/admin-user.ts");
      route("api/admin/users/:id/reset-password", "accounts/api/admin-user-reset-password.ts");
      route("api/admin/audit-log", "accounts/api/admin-audit-log.ts");
      route("admin/audit-log.csv", "accounts/api/audit-csv.ts");

      // entrance
      route("/", "entrance/pages/login.tsx", { index: true });
      route("login", "entrance/pages/login.tsx", { id: "login" });
      route("terms", "entrance/pages/terms.tsx");
      route("privacy", "entrance/pages/privacy.tsx");

      // orders
      route("api/orders", "orders/api/orders.ts");
      route("api/generate-code", "orders/api/generate-code.ts");
      route("api/resend-code/:id", "orders/api/resend-code.ts");
      route("api/pending-access-codes", "orders/api/pending-access-codes.ts");
      route("api/validate-code", "orders/api/validate-code.ts");
      route("api/code-info", "orders/api/code-info.ts");
      route("api/shortlink/bootstrap-schedule/:code", "orders/api/bootstrap-schedule.ts");
      route("admin/import", "orders/pages/import.tsx");
      route("admin/import/:id", "orders/pages/import-file.tsx");
      route("admin/import/:id/discard", "orders/pages/import-discard.tsx");
      route("admin/import/:id/rejected.csv", "orders/api/import-rejected.ts");
      route("admin/databases", "orders/pages/databases.tsx");
      route("admin/databases/:name", "orders/pages/database.tsx");
      route("admin/databases/:name/test", "orders/pages/database-test.tsx");
      route("admin/databases/:name/worklist", "orders/pages/database-worklist.tsx");
      route("admin/databases/:name/changes", "orders/pages/database-changes.tsx");
      route("admin/databases/:name/rename", "orders/pages/database-rename.tsx");
      route("admin/keys", "orders/pages/keys.tsx");
      route("admin/keys/:id/revoke", "orders/pages/key-revoke.tsx");
      route("api/order-meta", "orders/api/order-meta.ts");
      route("api/brightree/patient-link", "orders/api/brightree-patient-link.ts");
      route("api/brightree/save-org", "orders/api/brightree-save-org.ts");

      // scheduling
      route("schedule", "scheduling/pages/schedule.tsx");
      route("schedule/:code", "scheduling/pages/schedule.tsx", { id: "schedule-by-link" });
      route("my-visit", "scheduling/pages/my-visit.tsx");
      route("my-visit/move", "scheduling/pages/my-visit-move.tsx");
      route("my-visit/cancel", "scheduling/pages/my-visit-cancel.tsx");
      route("therapist", "scheduling/pages/therapist.tsx");
      route("therapists/new", "scheduling/pages/therapists/new.tsx");
      route("therapists/:id", "scheduling/pages/therapists/record.tsx");
      route("therapists/:id/edit", "scheduling/pages/therapists/edit.tsx");
      route("therapists/:id/out", "scheduling/pages/therapists/out.tsx");
      route("visits/bulk", "scheduling/pages/visits-bulk.tsx");
      route("new-appointment", "scheduling/new-visit/pages/new-appointment.tsx");
      route("therapist/day", "scheduling/day-sheet/pages/day-sheet.tsx");
      route("therapists/:id/availability", "scheduling/availability/pages/availability.tsx");
      route("therapists/:id/availability/week", "scheduling/availability/pages/week.tsx");
      route("therapists/:id/availability/days-off", "scheduling/availability/pages/days-off.tsx");
      route("therapists/:id/availability/changes", "scheduling/availability/pages/changes.tsx");
      route("visits/:id/confirm", "scheduling/pages/visit-confirm.tsx");
      route("visits/:id/cancel", "scheduling/pages/visit-cancel.tsx");
      route("visits/:id/complete", "scheduling/pages/visit-complete.tsx");
      route("visits/:id/move", "scheduling/pages/visit-move.tsx");
      route("visits/:id/undo-move", "scheduling/pages/visit-undo-move.ts");
      route("visits/:id/organisation", "scheduling/pages/visit-organisation.tsx");
      route("api/availability", "scheduling/api/availability.ts");
      route("api/availability/bulk", "scheduling/api/availability-bulk.ts");
      route("api/availability/bulk/delete", "scheduling/api/availability-bulk-delete.ts");
      route("api/schedule-appointment", "scheduling/api/schedule-appointment.ts");
      route("api/my-appointment", "scheduling/api/my-appointment.ts");
      route("my-visit.ics", "scheduling/pages/my-visit-calendar.ts");
      route("api/my-appointment/cancel", "scheduling/api/my-appointment-cancel.ts");
      route("api/therapists", "scheduling/api/therapists.ts");
      route("api/therapists/:id", "scheduling/api/therapist.ts");
      route("api/admin/therapists/:id", "scheduling/api/practice/practice.ts");
      route("api/admin/therapists/:id/other-links", "scheduling/api/practice/other-links.ts");
      route("api/unconfirmed-appointments", "scheduling/api/unconfirmed-appointments.ts");
      route("api/appointments/confirm", "scheduling/api/appointment-confirm.ts");
      route("api/appointments/:id", "scheduling/api/appointment.ts");
      route("api/appointments/:id/cancel", "scheduling/api/appointment-cancel.ts");
      route("api/appointments/:id/complete", "scheduling/api/appointment-complete.ts");
      route("api/appointments/:id/undo-move", "scheduling/api/appointment-undo-move.ts");

      // messaging
      route("admin/users/:id/hand-over", "messaging/pages/hand-over.tsx");
      route("api/admin/users/:id/hand-over", "messaging/api/hand-over.ts");
      route("admin/outbox", "messaging/pages/outbox.tsx");
      route("admin/deliveries", "messaging/pages/deliveries.tsx");
      route("api/admin/outbox", "messaging/api/outbox/outbox.ts");
      route("api/admin/outbox/reply", "messaging/api/outbox/reply.ts");
      route("api/admin/deliveries", "messaging/api/outbox/deliveries.ts");
      route("api/admin/deliveries/:id/retry", "messaging/api/outbox/delivery-retry.ts");
      route("api/sms/inbound", "messaging/api/provider/inbound.ts");
      route("api/sms/status", "messaging/api/provider/status.ts");
      route("messages/:threadId?", "messaging/pages/messages.tsx");
      route("messages/start", "messaging/pages/start.tsx");
      route("messages/:threadId/star", "messaging/pages/star.tsx");
      route("messages/:threadId/tags", "messaging/pages/tags.tsx");
      route("messages/:threadId/notes", "messaging/pages/notes.tsx");
      route("messages/:threadId/assign", "messaging/pages/assign.tsx");
      route("messages/:threadId/retry", "messaging/pages/retry.tsx");
      route("messages/:threadId/export", "messaging/pages/export.tsx");
      route("api/sms/threads", "messaging/api/threads.ts");
      route("api/sms/stream", "messaging/api/stream.ts");
      route("api/sms/messages", "messaging/api/messages.ts");
      route("api/sms/send", "messaging/api/send.ts");
      route("api/sms/thread/start", "messaging/api/start.ts");
      route("api/sms/thread/:id/export.pdf", "messaging/api/export.ts");
      route("api/sms/thread/:id/retry", "messaging/api/retry.ts");
      route("api/sms/thread/:id/star", "messaging/api/star.ts");
      route("api/sms/thread/:id/notes", "messaging/api/notes.ts");
      route("api/sms/thread/:id/tags", "messaging/api/tags.ts");
      route("api/sms/thread/:id/assign", "messaging/api/assign.ts");
      route("api/sms/thread/:id/unassign", "messaging/api/unassign.ts");

      // tracking
      route("track", "tracking/pages/track.tsx");
      route("track/:code", "tracking/pages/track.tsx", { id: "track-by-link" });
      route("api/shortlink/timeline/:code", "tracking/api/timeline-by-code.ts");
      route("api/shortlink/timeline", "tracking/api/timeline.ts");

      // operations
      route("admin/health", "operations/pages/health.tsx");
      route("readyz", "operations/api/readyz.ts");

      // dashboard
      route("supervisordashboard", "dashboard/pages/dashboard.tsx");
      route("supervisordashboard/unconfirmed", "dashboard/pages/unconfirmed.tsx");
      route("supervisordashboard/codes", "dashboard/pages/codes.tsx");
      route("supervisordashboard/codes/new", "dashboard/pages/code-new.tsx");
      route("supervisordashboard/steps/:step", "dashboard/pages/step.tsx");
      route("room", "dashboard/pages/room.tsx");
      route("appointments", "dashboard/pages/appointments.tsx");
      route("appointments.csv", "dashboard/api/appointments-csv.ts");
      route("calendars", "dashboard/pages/calendars.tsx");
      route("users", "dashboard/pages/users.tsx");
      route("api/kpi/tiles", "dashboard/api/tiles.ts");
      route("api/kpi/step-counts", "dashboard/api/step-counts.ts");
      route("api/kpi/step-orders", "dashboard/api/step-orders.ts");
      route("api/composite-appointments", "dashboard/api/composite-appointments.ts");
      route("api/appointments", "dashboard/api/appointments.ts", { id: "rows" });
      route("api/supervisor/appointments", "dashboard/api/appointments.ts", { id: "supervisor-rows" });
      route("api/calendar/appointments", "dashboard/api/appointments.ts", { id: "calendar-rows" });
    }),
};
