import * as z from "zod";
import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { CallTaskJson, ListCallTasks, toCallTaskJson } from "../call-tasks/call-task-schema";
import { dueCallTasks, listCallTasks } from "../call-tasks/call-tasks.server";

export const { loader, action } = api({
  GET: method({
    summary: "Patients to call now, longest wait first",
    allow: supervisors,
    input: ListCallTasks,
    output: z.array(CallTaskJson),
    async run({ app, input }) {
      const due = dueCallTasks(app.reads, app.clock.now()).limit(input.limit ?? 200);
      return (await listCallTasks(due)).map(toCallTaskJson);
    },
  }),
});
