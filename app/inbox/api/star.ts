import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { Ok, ok } from "~/http/done";
import { StarThread, ThreadId } from "../inbox-schema";
import { starThread } from "../threads/change-thread.server";

export const { loader, action } = api({
  PUT: method({
    summary: "Set the star color of a conversation",
    allow: supervisors,
    input: StarThread,
    output: Ok,
    run: ({ app, who, input }) => ok(starThread(app, who, input)),
  }),
  DELETE: method({
    summary: "Remove the star",
    allow: supervisors,
    input: ThreadId,
    output: Ok,
    run: ({ app, who, input }) => ok(starThread(app, who, { id: input.id, color: null })),
  }),
});
