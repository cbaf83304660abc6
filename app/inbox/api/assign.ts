import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { AssignThread } from "../inputs";
import { assignThread } from "../threads/assign-thread.server";
import { Ok } from "../threads/views";

export const { loader, action } = api({
  PUT: method({
    summary: "Assign a conversation to a user",
    allow: supervisors,
    input: AssignThread,
    output: Ok,
    async run({ app, who, input }) {
      await assignThread(app, who, input);
      return { ok: true as const };
    },
  }),
});
