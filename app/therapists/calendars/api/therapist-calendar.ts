import * as z from "zod";
import { allStaff } from "~/core/who";
import { api, method } from "~/http/api.server";
import { OneCalendar } from "../busy-schema";
import { removeCalendar } from "../remove-calendar.server";

export const { loader, action } = api({
  DELETE: method({
    summary:
      "Stop reading busy times from a calendar. The times that it blocked become available immediately.",
    allow: allStaff,
    input: OneCalendar,
    output: z.void(),
    run: ({ app, who, input }) => removeCalendar(app, who, input),
  }),
});
