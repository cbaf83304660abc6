import * as z from "zod";
import { reportActivity } from "~/accounts/activity.server";
import { api, method } from "~/http/api.server";

const mostDetails = 4096;

function isShort(details: unknown): boolean {
  try {
    return Buffer.byteLength(JSON.stringify(details ?? null)) <= mostDetails;
  } catch {
    return false;
  }
}

export const { loader, action } = api({
  POST: method({
    summary: "A page reports its own use",
    allow: "anyone",
    input: z.object({
      action: z
        .string("Name the action.")
        .max(80, "The action's name is too long.")
        .regex(/^UI_[A-Z_]+$/, "The action's name must start with UI_."),
      details: z.unknown().optional().refine(isShort, "details can be at most 4 KB."),
    }),
    output: z.void(),
    run: ({ app, who, input }) => reportActivity(app, who, input),
  }),
});
