import * as z from "zod";
import { allStaff, isSupervisor, type Staff } from "~/core/who";
import { api, method } from "~/http/api.server";
import { FollowChanges, streamChanges } from "../change-stream.server";
import { type StaffChange, staffChanges } from "../staff-changes.server";

export const { loader, action } = api({
  GET: method({
    summary:
      "Server-sent events for changes to visits, orders, and calendars. Supervisors get all changes and the number of unanswered conversations. Therapists get their own changes.",
    allow: allStaff,
    input: FollowChanges,
    output: z.string(),
    type: "text/event-stream",
    run: async ({ app, who, input, request, args }) =>
      streamChanges(app, request, {
        ...input,
        topic: staffChanges,
        show: (changes) => ({ changes: changes.filter((change) => concerns(who, change)).map(viewFor(who)) }),
        userId: who.userId,
        sessionId: who.sessionId,
        unanswered: isSupervisor(who),
        signal: args.context.gone,
      }),
  }),
});

const concerns = (staff: Staff, { therapists }: StaffChange) =>
  isSupervisor(staff) || (staff.therapistId !== null && therapists.includes(staff.therapistId));

const viewFor =
  ({ userId: reader }: Staff) =>
  ({ action, by, visit, userId }: StaffChange) => ({ action, by, visit, own: userId === reader });
