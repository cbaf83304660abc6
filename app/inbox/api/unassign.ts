import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { Ok, ok } from "~/http/done";
import { ThreadId } from "../inbox-schema";
import { unassignThread } from "../threads/change-thread.server";

export const { loader, action } = api({
  PUT: method({
    summary: "Unassign a conversation",
    allow: supervisors,
    input: ThreadId,
    output: Ok,
    run: ({ app, who, input }) => ok(unassignThread(app, who, input.id)),
  }),
});
