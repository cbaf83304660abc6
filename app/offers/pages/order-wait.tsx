import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { supervisors } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { inputOf, parse } from "~/http/request/input.server";
import { redirectBack } from "~/http/response/flash.server";
import { Button } from "~/ui/components/button";
import { FormButtons, Problem, useProblem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff-shell";
import type { visitFlash } from "~/visits/flash";
import { PatientName } from "~/visits/ui/patient";
import { OrderWaitForm, ShowOrderWait, WaitForm } from "../offer-schema";
import { staffStrings, waitCalls, waitTexts } from "../staff-strings";
import { WishFields } from "../ui/earlier-form";
import { KindFields, WaitFields } from "../ui/wait-form";
import { findOrderWait } from "../waits/find-order-wait.server";
import { endWait, saveWait } from "../waits/waits.server";

export const handle = { look: "staff" };
export const meta = () => [{ title: `${staffStrings.wait} – Firstnight` }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: ShowOrderWait }, async ({ app, who, input }) => ({
    back: input.back ?? `/orders/${input.id}`,
    ...(await findOrderWait(app, who, input.id)),
  }));

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: OrderWaitForm }, async ({ app, who, input }) => {
    await findOrderWait(app, who, input.id);
    const back = input.back ?? `/orders/${input.id}`;
    if (input.stop) {
      await endWait(app, who, input.id);
      return redirectBack<typeof visitFlash>(args, who, back, "wait-ended");
    }
    const wanted = parse(WaitForm, await inputOf(args));
    const { call } = await saveWait(app, who, input.id, { ...wanted, sms_consent: false });
    return redirectBack<typeof visitFlash>(args, who, back, call ? "wait-saved-call" : "wait-saved");
  });

export default function OrderWait() {
  const { back, order, wait, range, isReachable } = useLoaderData<typeof loader>();
  const problem = useProblem();
  return (
    <StaffShell title={staffStrings.wait}>
      <p>
        <a href={`/orders/${order.id}`}>Patient {order.patient_id}</a>, {order.brightree_db}{" "}
        <PatientName name={order.patient_name} />
      </p>
      {wait.call && <Notice tone="dawn">{waitCalls[wait.call]}</Notice>}
      {!isReachable && (
        <Notice tone="warn">
          This patient can't get texts or emails now. Offers wait until they agree to texts or have an email
          address on file.
        </Notice>
      )}
      <form method="post" className="panel stack" noValidate>
        <Problem />
        <input type="hidden" name="back" value={back} />
        <KindFields wait={wait} problem={problem} title={waitTexts.kinds} />
        <WishFields wish={wait} problem={problem} noticeTitle={waitTexts.notice} />
        <WaitFields wait={wait} range={range} problem={problem} texts={waitTexts} />
        <FormButtons back={back}>{wait.waiting ? "Save" : "Add to waiting list"}</FormButtons>
      </form>
      {wait.waiting && (
        <form method="post">
          <input type="hidden" name="back" value={back} />
          <Button look="quiet" name="stop" value="yes">
            Remove from waiting list
          </Button>
        </form>
      )}
    </StaffShell>
  );
}
