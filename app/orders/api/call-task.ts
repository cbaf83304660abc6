import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { callTaskView } from "../call-tasks/call-task";
import { CallTaskJson, RecordCall } from "../call-tasks/call-task-schema";
import { recordCall } from "../call-tasks/record-call.server";

export const { loader, action } = api({
  POST: method({
    summary: "Record how a call to a patient went",
    allow: supervisors,
    input: RecordCall,
    output: CallTaskJson,
    run: async ({ app, who, input }) => callTaskView(await recordCall(app, who, input)),
  }),
});
