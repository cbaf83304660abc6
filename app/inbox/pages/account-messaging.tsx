import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import * as z from "zod";
import type { accountFlash } from "~/accounts/flash";
import { flag } from "~/core/fields";
import { supervisors } from "~/core/who";
import { loadEmptyPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import { chooseSendOpensNext } from "../conversations/send-opens-next.server";

const Form = z.object({ send_opens_next: flag.catch(false) });

export { RefusedPage as default } from "~/ui/shells/refused-page";
export const handle = { look: "staff" };

export const loader = (args: LoaderFunctionArgs) => loadEmptyPage(args, supervisors);

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: Form }, async ({ app, who, input }) => {
    await chooseSendOpensNext(app, who, input.send_opens_next);
    return redirectWithFlash<typeof accountFlash>(args, "/account", "messaging-saved");
  });
