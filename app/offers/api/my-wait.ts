import { api, method } from "~/http/api.server";
import { requirePatient } from "~/visits/require-patient";
import { SaveWait, WaitJson } from "../offer-schema";
import { endWait, findWait, saveWait } from "../waits/waits.server";

export const { loader, action } = api({
  GET: method({
    summary: "What a patient without a visit waits for",
    allow: ["patient"],
    output: WaitJson,
    run: ({ app, who }) => findWait(app, requirePatient(who).orderId),
  }),
  PUT: method({
    summary: "Wait for a time without a visit, or change what to wait for",
    allow: ["patient"],
    input: SaveWait,
    output: WaitJson,
    run: ({ app, who, input }) => saveWait(app, who, requirePatient(who).orderId, input),
  }),
  DELETE: method({
    summary: "Stop waiting for a time",
    allow: ["patient"],
    output: WaitJson,
    async run({ app, who }) {
      const { orderId } = requirePatient(who);
      await endWait(app, who, orderId);
      return findWait(app, orderId);
    },
  }),
});
