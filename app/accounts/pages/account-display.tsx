import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import * as z from "zod";
import { flag } from "~/core/fields";
import { roles } from "~/core/who";
import { loadEmptyPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import type { accountFlash } from "../flash";

const Form = z.object({ hide_names: flag.catch(false), roomy: flag.catch(false) });

const cookie = (name: string, value: string, isOn: boolean) =>
  `${name}=${isOn ? value : ""}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${isOn ? 31_536_000 : 0}`;

export { RefusedPage as default } from "~/ui/shells/refused-page";
export const handle = { look: "staff" };

export const loader = (args: LoaderFunctionArgs) => loadEmptyPage(args, roles);

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: roles, input: Form }, async ({ input }) => {
    const { replyHeaders } = args.context;
    replyHeaders.append("Set-Cookie", cookie("names", "hidden", input.hide_names));
    replyHeaders.append("Set-Cookie", cookie("rows", "roomy", input.roomy));
    return redirectWithFlash<typeof accountFlash>(args, "/account", "display-saved");
  });
