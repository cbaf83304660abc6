import * as z from "zod";
import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { WaitingJson } from "../offer-schema";
import { listEveryoneWaiting } from "../waits/page-of-waiting.server";

export const { loader } = api({
  GET: method({
    summary: "Patients who wait for a time, with and without a visit, in the order in which they get offers",
    allow: supervisors,
    output: z.array(WaitingJson),
    run: ({ app }) => listEveryoneWaiting(app),
  }),
});
