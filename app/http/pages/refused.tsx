import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { RefusedPage } from "~/core/form-problem";
import { roles } from "~/core/who";
import { loadPage } from "../page.server";
import { refusedFlash } from "../refused-download";
import { takeFlash } from "../response/flash.server";

export { RefusedPage as default } from "~/ui/shells/refused-page";
export const handle = { look: "staff" };

/** Shows why an export was refused, which the browser opened like a page. */
export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: roles }, async () => {
    const message = await takeFlash(args, refusedFlash);
    if (message === null) throw redirect("/");
    const refused: RefusedPage = { message };
    throw data(refused, { status: 409 });
  });
