import * as z from "zod";
import { logUiActivity } from "~/accounts/log-ui-activity.server";
import { example } from "~/core/fields";
import { roles } from "~/core/who";
import { api, method } from "~/http/api.server";

const mostBytes = 4096;

function isShort(details: unknown): boolean {
  try {
    return Buffer.byteLength(JSON.stringify(details ?? null)) <= mostBytes;
  } catch {
    return false;
  }
}

export const { loader, action } = api({
  POST: method({
    summary: "Log an event reported by a page",
    allow: "anyone",
    sessions: ["no session", ...roles, "patient", "patient-by-query"],
    input: z.object({
      action: example(
        z
          .string("action is required.")
          .max(80, "action can be at most 80 characters.")
          .regex(/^UI_[A-Z_]+$/, "action must start with UI_."),
        "UI_SCHEDULE_VIEW",
      ),
      details: z.unknown().optional().refine(isShort, "details can be at most 4 KB."),
    }),
    output: z.void(),
    run: ({ app, who, input }) => logUiActivity(app, who, input),
  }),
});
