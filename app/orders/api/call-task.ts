import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { CallTaskJson, RecordCall, toCallTaskJson } from "../call-tasks/call-task-schema";
import { recordCall } from "../call-tasks/record-call.server";

export const { loader, action } = api({
  POST: method({
    summary: "Record the result of a call to a patient",
    allow: supervisors,
    input: RecordCall,
    output: CallTaskJson,
    run: async ({ app, who, input }) => toCallTaskJson(await recordCall(app, who, input)),
  }),
});
