import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { logAudit } from "~/audit/log-audit.server";
import type { Tx } from "~/boot/app.server";
import { recordId, wholeNumber } from "~/core/fields";
import { invalidField, Refusal } from "~/core/refusal";
import { listOf } from "~/core/staff-home";
import { addDays } from "~/core/time";
import { allStaff, isSupervisor, type Staff } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash, takeFlash } from "~/http/response/flash.server";
import { lastNight } from "~/nights/adherence";
import { findFirstNights } from "~/nights/first-nights.server";
import { hasTurnedOffAll, planSteps } from "~/nights/plan.server";
import { requireVisibleOrder } from "~/orders/visible-orders.server";
import { StaffShell } from "~/ui/shells/staff-shell";
import { ReadingFields } from "../check-in-schema";
import { planFlash } from "../flash";
import { saveReading, todayOf } from "../readings.server";
import { OrderPlanView } from "../ui/order-plan-view";
import { findOrderPlan } from "./find-order-plan.server";

export const handle = { look: "staff", scripts: ["date-time"] };
export const meta = () => [{ title: "Plan and readings – Firstnight" }];

const Show = z.object({ id: recordId });
const Change = z.discriminatedUnion("act", [
  Show.extend({
    act: z.literal("read"),
    read_on: z.iso.date("Enter a date."),
    ...ReadingFields.shape,
    nights_used: wholeNumber(0, 30, "Enter the number of nights, from 0 to 30."),
  }),
  Show.extend({ act: z.literal("start") }),
]);
type Change = z.output<typeof Change>;

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: Show }, async ({ app, who, input }) => ({
    ...(await findOrderPlan(app, who, input.id)),
    home: listOf(who.roles),
    toast: await takeFlash(args, planFlash),
  }));

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: Change }, async ({ app, who, input }) => {
    const done = await app.db.transaction().execute(async (trx) => {
      await requireVisibleOrder(trx, who, input.id);
      return change({ trx, app, who }, input);
    });
    return redirectWithFlash<typeof planFlash>(args, `/orders/${input.id}/plan`, done);
  });

async function change(tx: Tx<Staff>, input: Change): Promise<keyof typeof planFlash> {
  const { trx, app, who } = tx;
  const followed = await findFirstNights(trx, input.id);
  if (!followed || followed.ended_at !== null) {
    throw new Refusal("conflict", "This patient's nights aren't followed. Nothing was saved.");
  }
  if (input.act === "start") {
    if (!isSupervisor(who)) throw new Refusal("forbidden", "Only supervisors can change this.");
    if (await hasTurnedOffAll(trx, input.id)) {
      throw new Refusal(
        "conflict",
        "Nothing was started. The patient turned off texts and has no email address. Add an email address first.",
      );
    }
    const count = await planSteps(tx, followed);
    if (count === 0) {
      throw new Refusal(
        "conflict",
        "Nothing was started. The company's plan has no step that is still ahead.",
      );
    }
    await logAudit(tx, "nights.plan-started", `order ${input.id}`);
    return "plan-started";
  }
  const today = todayOf(followed, app.clock.now());
  if (input.read_on > today) throw invalidField("read_on", "This date is in the future.");
  if (input.read_on > addDays(followed.started_on, lastNight + 30) || input.read_on < followed.started_on) {
    throw invalidField("read_on", `Enter a date from ${followed.started_on}, the day of the setup, on.`);
  }
  const { nights_used, nights_counted = null, hours: minutes = null } = input;
  await saveReading(tx, followed, {
    reading: { nights_used, nights_counted, minutes },
    readOn: input.read_on,
    source: "staff",
    by: who.name,
  });
  await logAudit(tx, "nights.reading-saved", `order ${input.id}`);
  return "reading-saved";
}

export default function OrderPlanPage() {
  const { home, toast, ...found } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  return (
    <StaffShell title="Plan and readings" here={home} toast={toast}>
      <OrderPlanView {...found} problem={problem} />
    </StaffShell>
  );
}
