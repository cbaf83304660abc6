import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { allStaff } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import type { viewsFlash } from "../flash";
import { ViewId } from "../saved-view-schema";
import { deleteView, findOwnView } from "../saved-views.server";

export { RefusedPage as default } from "~/ui/shells/refused-page";
export const handle = { look: "staff" };

/** Answers a refused deletion, too, so it refuses what the action does. */
export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: ViewId }, async ({ app, who, input }) => {
    await findOwnView(app.reads, who, input.id);
    return redirect("/views");
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: ViewId }, async ({ app, who, input }) => {
    await deleteView(app, who, input.id);
    return redirectWithFlash<typeof viewsFlash>(args, "/views", "view-deleted");
  });
