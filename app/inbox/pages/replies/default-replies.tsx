import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { supervisors } from "~/core/who";
import { loadEmptyPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import type { inboxFlash } from "../../flash";
import { addDefaultReplies } from "../../replies/saved-replies.server";
import { AddDefaults } from "../../replies/saved-reply-schema";
import { repliesHref } from "../../ui/view";

export { RefusedPage as default } from "~/ui/shells/refused-page";
export const handle = { look: "staff" };

export const loader = (args: LoaderFunctionArgs) => loadEmptyPage(args, supervisors);

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: AddDefaults }, async ({ app, who, input }) => {
    await addDefaultReplies(app, who, input);
    return redirectWithFlash<typeof inboxFlash>(args, repliesHref(input.company), "replies-added");
  });
