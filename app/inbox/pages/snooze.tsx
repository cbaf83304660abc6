import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { invalidField } from "~/core/refusal";
import { addDays, localDate, startOfDay } from "~/core/time";
import { supervisors } from "~/core/who";
import { loadEmptyPage, submitForm } from "~/http/page.server";
import { zoneForStaff } from "~/http/request/browser-settings.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import { snoozeConversation } from "../conversations/change-conversation.server";
import { findNextConversation } from "../conversations/find-next-conversation.server";
import type { conversationFlash } from "../flash";
import { SnoozeForm } from "../inbox-schema";
import { hrefOf, moreQuery } from "../ui/view";

export { RefusedPage as default } from "~/ui/shells/refused-page";
export const handle = { look: "staff" };

const longest = 365;

export const loader = (args: LoaderFunctionArgs) => loadEmptyPage(args, supervisors);

/** In the Unanswered list, opens the next conversation. */
export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: SnoozeForm }, async ({ app, who, input }) => {
    const { conversationId: id, day, folder, filter, q } = input;
    const zone = zoneForStaff(args.request);
    const today = localDate(app.clock.now(), zone);
    if (day !== null && (day <= today || day > addDays(today, longest))) {
      throw invalidField("day", "Choose a day after today and within a year.");
    }
    const opensNext = day !== null && filter === "unanswered";
    const next = opensNext ? await findNextConversation(app.reads, who, input) : id;
    const until = day === null ? null : startOfDay(day, zone);
    await snoozeConversation(app, who, { id, until });
    const href = hrefOf({ thread: next, folder, filter, q, details: false });
    if (until === null) return redirect(href, 303);
    const query = moreQuery({ folder, filter, q });
    return redirectWithFlash<typeof conversationFlash>(args, href, [
      "conversation-snoozed",
      id,
      query,
      until,
      zone,
    ]);
  });
