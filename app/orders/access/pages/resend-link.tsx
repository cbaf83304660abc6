import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import * as z from "zod";
import { returnPath } from "~/core/allowed-return-path";
import { recordId } from "~/core/fields";
import { listHref } from "~/core/list-href";
import { Refusal } from "~/core/refusal";
import { supervisors } from "~/core/who";
import { boardHref } from "~/dashboard/board/tiles";
import { loadEmptyPage, submitForm } from "~/http/page.server";
import { redirectBack } from "~/http/response/flash.server";
import type { codeFlash } from "../../flash";
import { codeSentBy } from "../describe-sent-code.server";
import { resendCode } from "../send-code.server";

export { RefusedPage as default } from "~/ui/shells/refused-page";
export const handle = { look: "staff" };

export const loader = (args: LoaderFunctionArgs) => loadEmptyPage(args, supervisors);

const Form = z.object({ id: recordId, back: returnPath });

/** Sends an order's newest code and link again. If nothing was sent, the list of codes shows why. */
export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: Form }, async ({ app, who, input: { id, back } }) => {
    const newest = await app.reads
      .selectFrom("access_codes")
      .select("id")
      .where("order_id", "=", id)
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst();
    if (!newest) {
      throw new Refusal("conflict", "This order has no code yet. Open the order and select Send link.");
    }
    const since = app.clock.now();
    const code = await resendCode(app, who, newest);
    if (await codeSentBy(app, { ...code, since })) {
      return redirectBack<typeof codeFlash>(args, who, back, "code-resent");
    }
    return redirect(listHref(`${boardHref}/codes`, { unsent: code.id }), 303);
  });
