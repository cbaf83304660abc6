/**
 * All routes, grouped by subject. Each API path has one file, which handles all of its methods.
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
      route("refused", "http/pages/refused.tsx");
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
      route("account/display", "accounts/pages/account-display.tsx");
      route("account/messaging", "inbox/pages/account-messaging.tsx");
      route("account/keys", "accounts/pages/account-keys.tsx");
      route("account/password", "accounts/pages/account-password.tsx");
      route("account/two-step", "accounts/pages/account-two-step.tsx");
      route("account/two-step/confirm", "accounts/pages/account-two-step-confirm.tsx");
      route("account/two-step/off", "accounts/pages/account-two-step-off.tsx");
      route("account/recovery-codes", "accounts/pages/account-recovery-codes.tsx");
      route("account/passkeys/new", "accounts/passkeys/pages/passkey-new.tsx");
      route("account/passkeys/:id/remove", "accounts/passkeys/pages/passkey-remove.tsx");
      route("admin", "accounts/users/pages/user-management.tsx");
      route("admin/audit", "audit/pages/audit.tsx");
      route("admin/users/:id/delete", "accounts/users/pages/user-delete.tsx");
      route("admin/users/:id/unlink", "accounts/users/pages/user-unlink.tsx");
      route("admin/users/:id/reset-password", "accounts/users/pages/user-reset-password.tsx");
      route("api/login", "accounts/api/login.ts");
      route("api/login/verify", "accounts/api/login-verify.ts");
      route("api/login/passkey", "accounts/passkeys/api/login-passkey.ts");
      route("api/login/passkey/options", "accounts/passkeys/api/login-passkey-options.ts");
      route("api/passkeys/options", "accounts/passkeys/api/passkey-options.ts");
      route("sso", "accounts/sso/pages/sso-start.tsx");
      route("sso/callback", "accounts/sso/pages/sso-callback.tsx");
      route("api/sso/backchannel-logout", "accounts/sso/api/backchannel-logout.ts");
      route("admin/single-sign-on", "accounts/sso/pages/single-sign-on.tsx");
      route("admin/single-sign-on/test", "accounts/sso/pages/single-sign-on-test.tsx");
      route("admin/single-sign-on/remove", "accounts/sso/pages/single-sign-on-remove.tsx");
      route("api/logout", "accounts/api/logout.ts");
      route("api/session", "accounts/api/session.ts");
      route("api/sessions", "accounts/api/sessions.ts");
      route("api/sessions/:id", "accounts/api/session-by-id.ts");
      route("api/request-password-reset", "accounts/api/request-password-reset.ts");
      route("api/reset-password/:token", "accounts/api/reset-password.ts");
      route("api/activity/ui", "accounts/api/activity-ui.ts");
      route("api/users", "accounts/users/api/users.ts", { id: "api-users" });
      route("api/supervisor/users", "accounts/users/api/users.ts", { id: "api-supervisor-users" });
      route("api/admin/users", "accounts/users/api/admin-users.ts");
      route("api/admin/users/:id", "accounts/users/api/admin-user.ts");
      route("api/admin/users/:id/reset-password", "accounts/users/api/admin-user-reset-password.ts");
      route("api/admin/audit-log", "audit/api/admin-audit-log.ts");
      route("admin/audit-log.csv", "audit/api/audit-csv.ts");

      // saved views
      route("views", "saved-views/pages/views.tsx");
      route("views/new", "saved-views/pages/view-new.tsx");
      route("views/:id", "saved-views/pages/view-open.ts");
      route("views/:id/edit", "saved-views/pages/view-edit.tsx");
      route("views/:id/delete", "saved-views/pages/view-delete.tsx");

      // company
      route("admin/company", "company/pages/company.tsx");
      route("admin/company/wording", "company/pages/wording.tsx");
      route("admin/company/logo", "company/pages/company-logo.tsx");
      route("admin/company/questions", "visits/questions/pages/questions.tsx");
      route("company-logo/:hash", "company/pages/logo-file.ts");
      route("api/company", "company/api/company.ts");

      // kinds
      route("admin/company/kinds", "kinds/pages/kinds.tsx");
      route("admin/company/kinds/new", "kinds/pages/kind-new.tsx");
      route("admin/company/kinds/:id", "kinds/pages/kind.tsx");
      route("admin/company/kinds/:id/retire", "kinds/pages/kind-retire.tsx");
      route("admin/company/kinds/:id/default", "kinds/pages/kind-default.tsx");
      route("admin/company/places", "kinds/pages/places.tsx");
      route("admin/company/places/new", "kinds/pages/place-new.tsx");
      route("admin/company/places/:id", "kinds/pages/place.tsx");
      route("admin/company/places/:id/close", "kinds/pages/place-close.tsx");
      route("api/kinds", "kinds/api/kinds.ts");
      route("api/kinds/:id", "kinds/api/kind.ts");
      route("api/places", "kinds/api/places.ts");
      route("api/places/:id", "kinds/api/place.ts");

      // webhooks
      route("admin/webhooks", "webhooks/pages/webhooks.tsx");
      route("admin/webhooks/:id", "webhooks/pages/webhook.tsx");
      route("admin/webhooks/:id/secret", "webhooks/pages/webhook-secret.tsx");
      route("admin/webhooks/:id/remove", "webhooks/pages/webhook-remove.tsx");
      route("admin/webhooks/:id/replay", "webhooks/pages/webhook-replay.tsx");
      route("admin/webhooks/:id/switch-on", "webhooks/pages/webhook-switch-on.tsx");
      route("api/admin/webhooks", "webhooks/api/webhooks.ts");
      route("api/admin/webhooks/:id", "webhooks/api/webhook.ts");
      route("api/admin/webhooks/:id/test", "webhooks/api/webhook-test.ts");

      // login
      route("/", "login/pages/login.tsx", { index: true });
      route("login", "login/pages/login.tsx", { id: "login" });
      route("terms", "login/pages/terms.tsx");
      route("privacy", "login/pages/privacy.tsx");
      route("languages", "login/pages/languages.tsx");
      route("language", "login/pages/language.ts");
      route("api/my-language", "login/api/my-language.ts");

      // classes
      route("classes", "classes/pages/classes.tsx");
      route("classes/new", "classes/pages/class-new.tsx");
      route("classes/:id", "classes/pages/class.tsx");
      route("classes/:id/change", "classes/pages/class-change.tsx");
      route("classes/:id/cancel", "classes/pages/class-cancel.tsx");
      route("classes/:id/add", "classes/pages/class-add.tsx");
      route("schedule/classes", "classes/pages/choose-class.tsx");
      route("schedule/classes/:id", "classes/pages/take-seat.tsx");
      route("api/classes", "classes/api/classes.ts");
      route("api/classes/:id", "classes/api/class.ts");
      route("api/classes/:id/cancel", "classes/api/class-cancel.ts");

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
      route("admin/import/:id/columns", "orders/pages/import-columns.tsx");
      route("admin/import/:id/stop", "orders/pages/import-stop.tsx");
      route("admin/import/:id/undo", "orders/pages/import-undo.tsx");
      route("admin/import/:id/rows/:line", "orders/pages/import-row.tsx");
      route("admin/import/:id/discard", "orders/pages/import-discard.tsx");
      route("admin/import/template.csv", "orders/api/import-template.ts");
      route("admin/import/:id/rejected.csv", "orders/api/import-rejected.ts");
      route("admin/databases", "orders/pages/databases.tsx");
      route("admin/databases/:name", "orders/pages/database.tsx");
      route("admin/databases/:name/test", "orders/pages/database-test.tsx");
      route("admin/databases/:name/order-states", "orders/pages/database-order-states.tsx");
      route("admin/databases/:name/changes", "orders/pages/database-changes.tsx");
      route("admin/databases/:name/rename", "orders/pages/database-rename.tsx");
      route("admin/databases/:name/notes", "orders/pages/notes/database-notes.tsx");
      route("admin/databases/:name/notes/settings", "orders/pages/notes/database-notes-settings.tsx");
      route("admin/databases/:name/notes/test", "orders/pages/notes/database-notes-test.tsx");
      route("admin/databases/:name/notes/off", "orders/pages/notes/database-notes-off.tsx");
      route("admin/databases/:name/notes/replay", "orders/pages/notes/database-notes-replay.tsx");
      route("admin/keys", "orders/pages/keys.tsx");
      route("admin/keys/:id/revoke", "orders/pages/key-revoke.tsx");
      route("orders/:id/resend-link", "orders/access/pages/resend-link.tsx");
      route("nights", "nights/pages/nights.tsx");
      route("orders/:id/equipment", "equipment/pages/order-equipment.tsx");
      route("orders/:id/nights", "nights/pages/order-nights.tsx");
      route("api/orders/:id/nights-evidence", "nights/api/nights-evidence.ts");
      route("api/usage", "nights/api/usage.ts");
      route("orders/:id/urgent", "orders/pages/order-urgent.ts");
      route("orders/:id/follow-up", "orders/follow-up/pages/order-follow-up.tsx");
      route("orders/:id/take", "orders/follow-up/pages/order-take.ts");
      route("orders/:id/notes", "orders/follow-up/pages/order-notes.tsx");
      route("orders/:id/organization", "orders/pages/order-organization.tsx");
      route("call-tasks/:id", "orders/pages/call-task.tsx");
      route("call-tasks/:id/phone", "orders/pages/call-task-phone.tsx");
      route("call-tasks/:id/undo", "orders/pages/call-task-undo.tsx");
      route("api/call-tasks", "orders/api/call-tasks.ts");
      route("api/call-tasks/:id", "orders/api/call-task.ts");
      route("api/order-meta", "orders/api/order-meta.ts");
      route("api/brightree/patient-link", "orders/api/brightree-patient-link.ts");
      route("api/brightree/save-org", "orders/api/brightree-save-org.ts");

      // scheduling
      route("schedule", "schedule/pages/schedule.tsx");
      route("schedule/:code", "schedule/pages/schedule.tsx", { id: "schedule-by-link" });
      route("switch-order", "schedule/pages/switch-order.ts");
      route("visit-zone", "schedule/pages/visit-zone.tsx");
      route("my-visit", "schedule/pages/my-visit.tsx");
      route("my-visit/move", "schedule/pages/my-visit-move.tsx");
      route("my-visit/questions", "visits/questions/pages/my-questions.tsx");
      route("my-visit/photos/:photo", "visits/questions/pages/my-photo.ts");
      route("my-visit/helper", "schedule/pages/my-visit-helper.tsx");
      route("my-visit/check", "schedule/pages/my-visit-check.tsx");
      route("my-visit/earlier", "offers/pages/earlier.tsx");
      route("my-wait", "offers/pages/my-wait.tsx");
      route("my-visit/cancel", "schedule/pages/my-visit-cancel.tsx");
      route("therapist", "week/pages/week.tsx");
      route("therapists/new", "therapists/pages/new-therapist.tsx");
      route("therapists/:id", "therapists/record/pages/therapist-record.tsx");
      route("therapists/:id/edit", "therapists/pages/therapist-settings.tsx");
      route("therapists/out", "visits/reassign/pages/sick-day.tsx");
      route("therapists/:id/out", "visits/reassign/pages/therapist-absence.tsx");
      route("visits/bulk", "visits/bulk/pages/visits-bulk.tsx");
      route("visits/bulk/:id", "visits/bulk/pages/bulk-change.tsx");
      route("new-appointment/order", "visits/new-appointment/pages/new-order.tsx");
      route("new-appointment", "visits/new-appointment/pages/new-appointment.tsx");
      route("therapist/day", "week/day-sheet/pages/day-sheet.tsx");
      route("therapists/:id/availability", "availability/pages/availability.tsx");
      route("therapists/:id/availability/week", "availability/pages/weekly-hours.tsx");
      route("therapists/:id/availability/days-off", "availability/pages/days-off.tsx");
      route("therapists/:id/availability/changes", "availability/pages/availability-history.tsx");
      route("visits/:id", "visits/sheet/pages/visit.tsx");
      route("orders/:id", "orders/sheet/pages/order.tsx");
      route("visits/:id/confirm", "visits/pages/visit-confirm.tsx");
      route("visits/:id/cancel", "visits/pages/visit-cancel.tsx");
      route("visits/:id/complete", "visits/pages/visit-complete.tsx");
      route("visits/:id/no-show", "visits/pages/visit-no-show.tsx");
      route("visits/:id/undo-outcome", "visits/pages/visit-undo-outcome.tsx");
      route("visits/:id/move", "visits/pages/visit-move.tsx");
      route("visits/:id/running-late", "visits/pages/visit-running-late.ts");
      route("visits/:id/undo-move", "visits/pages/visit-undo-move.ts");
      route("visits/:id/photos/:photo", "visits/questions/pages/visit-photo.ts");
      route("visits/:id/helper", "visits/pages/visit-helper.tsx");
      route("orders/:id/language", "visits/pages/order-language.tsx");
      route("orders/close", "visits/closing/pages/orders-close.tsx");
      route("orders/:id/reopen", "visits/closing/pages/order-reopen.ts");
      route("api/orders/:id/close", "visits/closing/api/order-close.ts");
      route("api/orders/:id/reopen", "visits/closing/api/order-reopen.ts");
      route("api/availability", "availability/api/availability.ts");
      route("api/availability/bulk", "availability/api/availability-bulk.ts");
      route("api/availability/bulk/delete", "availability/api/availability-bulk-delete.ts");
      route("api/schedule-appointment", "schedule/api/schedule-appointment.ts");
      route("api/my-appointment", "schedule/api/my-appointment.ts");
      route("my-visit.ics", "schedule/pages/my-visit-calendar.ts");
      route("api/my-appointment/cancel", "schedule/api/my-appointment-cancel.ts");
      route("api/my-appointment/earlier", "offers/api/my-earlier.ts");
      route("api/my-wait", "offers/api/my-wait.ts");
      route("api/my-appointment/texts", "schedule/api/my-texts.ts");
      route("api/my-appointment/answers", "visits/questions/api/my-answers.ts");
      route("api/my-appointment/late", "schedule/api/my-late.ts");
      route("api/my-appointment/call-me", "schedule/api/my-call.ts");
      route("api/therapists", "therapists/api/therapists.ts");
      route("api/therapists/:id", "therapists/api/therapist.ts");
      route("therapists/:id/calendars", "therapists/calendars/pages/connected-calendars.tsx");
      route("calendar/:file", "therapists/calendars/api/calendar-feed.ts");
      route("api/therapists/:id/calendars", "therapists/calendars/api/therapist-calendars.ts");
      route("api/therapists/:id/calendars/:calendar_id", "therapists/calendars/api/therapist-calendar.ts");
      route("api/therapists/:id/feed", "therapists/calendars/api/therapist-feed.ts");
      route("api/admin/therapists/:id", "therapists/api/therapist-settings.ts");
      route("api/admin/therapists/:id/other-links", "therapists/api/replace-meeting-links.ts");
      route("api/changes", "live/api/changes.ts");
      route("api/unconfirmed-appointments", "visits/api/unconfirmed-appointments.ts");
      route("api/appointments/confirm", "visits/api/appointment-confirm.ts");
      route("api/appointments/:id", "visits/api/appointment.ts");
      route("api/appointments/:id/cancel", "visits/api/appointment-cancel.ts");
      route("api/appointments/:id/complete", "visits/api/appointment-complete.ts");
      route("api/appointments/:id/no-show", "visits/api/appointment-no-show.ts");
      route("api/appointments/:id/undo-outcome", "visits/api/appointment-undo-outcome.ts");
      route("api/appointments/:id/running-late", "visits/api/appointment-running-late.ts");
      route("api/appointments/:id/undo-move", "visits/api/appointment-undo-move.ts");

      // check-ins
      route("check-in/:token", "check-ins/pages/check-in.tsx");
      route("orders/:id/plan", "check-ins/pages/order-plan.tsx");
      route("admin/company/plan", "check-ins/pages/company-plan.tsx");

      // offers
      route("offer/:token", "offers/pages/offer.tsx");
      route("offers", "offers/pages/offers.tsx");
      route("orders/:id/wait", "offers/pages/order-wait.tsx");
      route("offers/new", "offers/pages/offer-new.tsx");
      route("api/waiting", "offers/api/waiting.ts");
      route("api/offers", "offers/api/offers.ts");
      route("api/offers/:token/accept", "offers/api/offer-accept.ts");
      route("api/offers/:token/decline", "offers/api/offer-decline.ts");

      // inbox
      route("admin/users/:id/hand-over", "accounts/users/pages/close-account.tsx");
      route("api/admin/users/:id/hand-over", "accounts/users/api/close-account.ts");
      route("admin/outbox", "messages/pages/outbox.tsx");
      route("admin/deliveries", "messages/pages/deliveries.tsx");
      route("api/admin/outbox", "messages/api/list-outbox.ts");
      route("api/admin/outbox/reply", "messages/api/reply.ts");
      route("api/admin/deliveries", "messages/api/deliveries.ts");
      route("api/admin/deliveries/:id/retry", "messages/api/delivery-retry.ts");
      route("api/sms/inbound", "messages/api/provider/inbound.ts");
      route("api/sms/status", "messages/api/provider/status.ts");
      route("messages/:conversationId?", "inbox/pages/messages.tsx");
      route("messages/start", "inbox/pages/start.tsx");
      route("messages/replies", "inbox/pages/replies/saved-replies.tsx");
      route("messages/replies/defaults", "inbox/pages/replies/default-replies.tsx");
      route("messages/replies/:id", "inbox/pages/replies/saved-reply.tsx");
      route("messages/replies/:id/delete", "inbox/pages/replies/saved-reply-delete.tsx");
      route("messages/:conversationId/star", "inbox/pages/star.tsx");
      route("messages/:conversationId/done", "inbox/pages/done.tsx");
      route("messages/:conversationId/snooze", "inbox/pages/snooze.tsx");
      route("messages/:conversationId/tags", "inbox/pages/tags.tsx");
      route("messages/:conversationId/notes", "inbox/pages/notes.tsx");
      route("messages/:conversationId/assign", "inbox/pages/assign.tsx");
      route("messages/:conversationId/retry", "inbox/pages/retry.tsx");
      route("messages/:conversationId/consent", "inbox/pages/consent.tsx");
      route("messages/:conversationId/hold", "inbox/pages/hold.tsx");
      route("messages/:conversationId/export", "inbox/pages/export.tsx");
      route("api/sms/threads", "inbox/api/conversations.ts");
      route("api/sms/stream", "inbox/api/stream.ts");
      route("api/sms/thread/:id/replying", "inbox/api/replying.ts");
      route("api/sms/messages", "inbox/api/messages.ts");
      route("api/sms/send", "inbox/api/send.ts");
      route("api/sms/thread/start", "inbox/api/start.ts");
      route("api/sms/thread/:id/export.pdf", "inbox/api/export.ts");
      route("api/sms/thread/:id/retry", "inbox/api/retry.ts");
      route("api/sms/thread/:id/star", "inbox/api/star.ts");
      route("api/sms/thread/:id/notes", "inbox/api/notes.ts");
      route("api/sms/thread/:id/tags", "inbox/api/tags.ts");
      route("api/sms/thread/:id/assign", "inbox/api/assign.ts");
      route("api/sms/thread/:id/unassign", "inbox/api/unassign.ts");
      route("api/sms/thread/:id/consent", "inbox/api/consent.ts");
      route("api/sms/thread/:id/consent.csv", "inbox/api/consent-csv.ts");
      route("api/sms/thread/:id/consent.pdf", "inbox/api/consent-pdf.ts");

      // tracking
      route("track", "tracking/pages/track.tsx");
      route("track/:code", "tracking/pages/track.tsx", { id: "track-by-link" });
      route("api/shortlink/timeline/:code", "tracking/api/timeline-by-code.ts");
      route("api/shortlink/timeline", "tracking/api/order-timeline.ts");

      // search
      route("search", "search/pages/search.tsx");

      // operations
      route("admin/settings", "operations/pages/settings.tsx");
      route("admin/settings/texts", "operations/pages/settings-texts.tsx");
      route("admin/settings/email", "operations/pages/settings-email.tsx");
      route("admin/settings/booking", "operations/pages/settings-booking.tsx");
      route("admin/settings/security", "operations/pages/settings-security.tsx");
      route("admin/settings/backups", "operations/pages/settings-backups.tsx");
      route("admin/health", "operations/pages/health.tsx");
      route("admin/setup", "operations/pages/setup-checklist.tsx");
      route("readyz", "operations/api/readyz.ts");

      // dashboard
      route("supervisordashboard", "dashboard/pages/dashboard.tsx");
      route("supervisordashboard/unconfirmed", "dashboard/pages/unconfirmed.tsx");
      route("supervisordashboard/codes", "orders/access/pages/codes.tsx");
      route("supervisordashboard/codes/resend", "orders/access/pages/codes-resend.tsx");
      route("supervisordashboard/codes.csv", "orders/api/codes-csv.ts");
      route("supervisordashboard/codes/new", "orders/access/pages/code-new.tsx");
      route("supervisordashboard/steps/:step", "dashboard/pages/step.tsx");
      route("orders", "dashboard/pages/orders.tsx");
      route("worklist.csv", "dashboard/api/worklist-csv.ts");
      route("orders.csv", "dashboard/api/orders-csv.ts");
      route("capacity", "dashboard/pages/capacity-forecast.tsx");
      route("reports", "dashboard/pages/reports.tsx");
      route("reports.csv", "dashboard/api/reports-csv.ts");
      route("recovery", "dashboard/pages/recovery.tsx");
      route("recovery/visits", "dashboard/pages/recovery-visits.tsx");
      route("recovery/times", "dashboard/pages/recovery-times.tsx");
      route("recovery.csv", "dashboard/api/recovery-csv.ts");
      route("recovery-times.csv", "dashboard/api/recovery-times-csv.ts");
      route("appointments", "dashboard/pages/appointments.tsx");
      route("appointments.csv", "dashboard/api/appointments-csv.ts");
      route("calendars", "dashboard/pages/calendars.tsx");
      route("calendars/capacity.csv", "dashboard/api/capacity-csv.ts");
      route("calendars/day-board", "dashboard/day-board/pages/day-board.tsx");
      route("users", "accounts/users/pages/users.tsx");
      route("api/kpi/tiles", "dashboard/api/tile-counts.ts");
      route("api/kpi/step-counts", "dashboard/api/step-counts.ts");
      route("api/kpi/step-orders", "dashboard/api/step-orders.ts");
      route("api/composite-appointments", "dashboard/api/composite-appointments.ts");
      route("api/appointments", "dashboard/api/appointments.ts", { id: "rows" });
      route("api/supervisor/appointments", "dashboard/api/appointments.ts", { id: "supervisor-rows" });
      route("api/calendar/appointments", "dashboard/api/appointments.ts", { id: "calendar-rows" });
    }),
};
