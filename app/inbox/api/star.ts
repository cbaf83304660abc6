import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { StarThread, ThreadId } from "../inputs";
import { starThread } from "../threads/star-thread.server";
import { Ok } from "../threads/views";

export const { loader, action } = api({
  PUT: method({
    summary: "Set the star color of a conversation",
    allow: supervisors,
    input: StarThread,
    output: Ok,
    async run({ app, who, input }) {
      await starThread(app, who, input);
      return { ok: true as const };
    },
  }),
  DELETE: method({
    summary: "Remove the star",
    allow: supervisors,
    input: ThreadId,
    output: Ok,
    async run({ app, who, input }) {
      await starThread(app, who, { id: input.id, color: null });
      return { ok: true as const };
    },
  }),
});
