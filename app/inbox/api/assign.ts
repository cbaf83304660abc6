import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { Ok, ok } from "~/http/done";
import { AssignThread } from "../inbox-schema";
import { assignThread } from "../threads/change-thread.server";

export const { loader, action } = api({
  PUT: method({
    summary: "Assign a conversation to a user",
    allow: supervisors,
    input: AssignThread,
    output: Ok,
    run: ({ app, who, input }) => ok(assignThread(app, who, input)),
  }),
});
