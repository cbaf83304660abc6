import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { ThreadId } from "../inputs";
import { unassignThread } from "../threads/assign-thread.server";
import { Ok } from "../threads/views";

export const { loader, action } = api({
  PUT: method({
    summary: "Take a conversation from whom it is assigned to",
    allow: supervisors,
    input: ThreadId,
    output: Ok,
    async run({ app, who, input }) {
      await unassignThread(app, who, input.id);
      return { ok: true as const };
    },
  }),
});
