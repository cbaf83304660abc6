import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { allStaff } from "~/core/who";
import { loadPage } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import type { viewFlash } from "../flash";
import { ViewId } from "../saved-view-schema";
import { openView } from "../saved-views.server";

/** Opens the view's list with the filters that still apply. */
export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: ViewId }, async ({ app, who, input }): Promise<Response> => {
    const { name, href, dropped } = await openView(app.reads, who, input.id);
    if (dropped.length === 0) return redirect(href, 303);
    return redirectWithFlash<typeof viewFlash>(args, href, ["view-opened-without", name, dropped.join(", ")]);
  });
