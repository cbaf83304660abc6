import { z } from "zod";
import { requireStaff } from "~/core/require-staff";
import { allStaff, isSupervisor, type Staff } from "~/core/who";
import { api, method } from "~/http/api.server";
import { changeStream } from "../change-stream.server";
import { type StaffChange, staffChanges } from "../visit-changes.server";

const FollowChanges = z.object({
  since: z.coerce.number("Enter a valid version.").int().min(0).optional(),
});

export const { loader, action } = api({
  GET: method({
    summary:
      "Server-sent events with changes of visits, orders and calendars: all for supervisors, own for therapists",
    allow: allStaff,
    input: FollowChanges,
    output: z.string(),
    type: "text/event-stream",
    async run({ app, who, input, request, args }) {
      const headers = {
        "Content-Type": "text/event-stream; charset=utf-8",
        "Cache-Control": "no-store",
        "X-Accel-Buffering": "no",
      };
      if (request.method === "HEAD") return new Response(null, { headers });
      const staff = requireStaff(who);
      const { userId, sessionId } = staff;
      const show = (changes: StaffChange[]) => ({ changes: shownTo(staff, changes) });
      const signal = args.context.gone;
      return new Response(
        changeStream(app, { topic: staffChanges, show, ...input, userId, sessionId, signal }),
        { headers },
      );
    },
  }),
});

function shownTo(staff: Staff, changes: StaffChange[]) {
  return changes
    .filter(({ therapist }) => isSupervisor(staff) || therapist === staff.therapistId)
    .map(({ userId, therapist: _, ...change }) => ({ ...change, own: userId === staff.userId }));
}
