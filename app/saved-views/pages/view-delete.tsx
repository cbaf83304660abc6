import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { allStaff } from "~/core/who";
import { loadEmptyPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import type { viewsFlash } from "../flash";
import { ViewId } from "../saved-view-schema";
import { deleteView } from "../saved-views.server";

export { RefusedPage as default } from "~/ui/shells/refused-page";
export const handle = { look: "staff" };

export const loader = (args: LoaderFunctionArgs) => loadEmptyPage(args, allStaff);

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: ViewId }, async ({ app, who, input }) => {
    await deleteView(app, who, input.id);
    return redirectWithFlash<typeof viewsFlash>(args, "/views", "view-deleted");
  });
