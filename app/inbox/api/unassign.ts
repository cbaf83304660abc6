import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { ThreadId } from "../inputs";
import { unassignThread } from "../threads/assign-thread.server";
import { Ok } from "../threads/views";

export const { loader, action } = api({
  PUT: method({
    summary: "Remove the assignee of a conversation",
    allow: supervisors,
    input: ThreadId,
    output: Ok,
    async run({ app, who, input }) {
      await unassignThread(app, who, input.id);
      return { ok: true as const };
    },
  }),
});
