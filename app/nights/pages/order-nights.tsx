import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import type { Tx } from "~/boot/app.server";
import { listReadings } from "~/check-ins/readings.server";
import { ReadingsTable } from "~/check-ins/ui/readings-table";
import { filled, recordId, wholeNumber } from "~/core/fields";
import { invalidField, Refusal } from "~/core/refusal";
import { listOf } from "~/core/staff-home";
import { allStaff, isSupervisor, type Staff } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash, takeFlash } from "~/http/response/flash.server";
import { requireVisibleOrder } from "~/orders/visible-orders.server";
import { StaffShell } from "~/ui/shells/staff-shell";
import { endReasons } from "../end-reasons";
import { endNights, findFirstNights, followByHand, restartNights } from "../first-nights.server";
import { nightsFlash } from "../flash";
import { endSnooze, removeReevaluation, saveReevaluation, snoozeNights } from "../put-off.server";
import { problemOf, saveNights } from "../save-nights.server";
import { NightsView } from "../ui/nights-view";
import { findCompletedVisit, findOrderNights } from "./find-order-nights.server";

export const handle = { look: "staff", scripts: ["date-time"] };
export const meta = () => [{ title: "First 90 nights – Firstnight" }];

const Show = z.object({ id: recordId });
const date = z.iso.date("Enter a date.");
const Change = z.discriminatedUnion("act", [
  Show.extend({
    act: z.literal("save"),
    date,
    hours: wholeNumber(0, 24, "Enter the hours, from 0 to 24."),
    minutes: wholeNumber(0, 59, "Enter the minutes, from 0 to 59."),
  }),
  Show.extend({ act: z.enum(["follow", "unsnooze", "forget_reevaluation"]) }),
  Show.extend({
    act: z.literal("snooze"),
    snooze_until: date,
    snooze_reason: filled(300, "Enter a reason."),
  }),
  Show.extend({ act: z.literal("reevaluation"), reevaluation_on: date }),
  Show.extend({ act: z.literal("restart"), started_on: date, reason: filled(300, "Enter a reason.") }),
  Show.extend({
    act: z.literal("end"),
    end_reason: z.enum(Object.keys(endReasons) as [keyof typeof endReasons], "Choose a reason."),
  }),
]);
type Change = z.output<typeof Change>;

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: Show }, async ({ app, who, input }) => {
    const found = await findOrderNights(app, who, input.id);
    const followed = await findFirstNights(app.reads, input.id);
    return {
      ...found,
      readings: followed && (await listReadings(app.reads, followed)),
      home: listOf(who.roles),
      toast: await takeFlash(args, nightsFlash),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: Change }, async ({ app, who, input }) => {
    const done = await app.db.transaction().execute(async (trx) => {
      await requireVisibleOrder(trx, who, input.id);
      return change({ trx, app, who }, input);
    });
    return redirectWithFlash<typeof nightsFlash>(args, `/orders/${input.id}/nights`, done);
  });

async function change(tx: Tx<Staff>, input: Change): Promise<keyof typeof nightsFlash> {
  switch (input.act) {
    case "snooze":
      await snoozeNights(tx, { order: input.id, until: input.snooze_until, reason: input.snooze_reason });
      return "nights-snoozed";
    case "unsnooze":
      await endSnooze(tx, input.id);
      return "nights-snooze-ended";
    case "reevaluation":
      await saveReevaluation(tx, { order: input.id, on: input.reevaluation_on });
      return "reevaluation-saved";
    case "forget_reevaluation":
      await removeReevaluation(tx, input.id);
      return "reevaluation-removed";
  }
  if (input.act === "save") return saveByHand(tx, input);
  if (!isSupervisor(tx.who)) throw new Refusal("forbidden", "Only supervisors can change this.");
  if (input.act === "end") {
    await endNights(tx, { order: input.id, reason: input.end_reason });
    return "nights-ended";
  }
  if (input.act === "restart") {
    await restartNights(tx, { order: input.id, startedOn: input.started_on, reason: input.reason });
    return "nights-restarted";
  }
  const visit = await findCompletedVisit(tx.trx, input.id);
  if (!visit) throw new Refusal("conflict", "The order has no completed visit.");
  await followByHand(tx, visit);
  return "nights-followed";
}

/** Saves a night that the patient read off the device. */
async function saveByHand(tx: Tx, input: Extract<Change, { act: "save" }>): Promise<"night-saved"> {
  const followed = await findFirstNights(tx.trx, input.id);
  if (!followed || followed.ended_at !== null) {
    throw new Refusal("conflict", "This patient's nights aren't followed. Nothing was saved.");
  }
  const night = { date: input.date, minutes: input.hours * 60 + input.minutes };
  if (night.minutes > 1440) throw invalidField("hours", "A night has at most 24 hours.");
  const problem = problemOf(night, followed, tx.app.clock.now());
  if (problem) throw invalidField("date", problem);
  const by = tx.who.kind === "staff" ? tx.who.name : "staff";
  await saveNights(tx, followed, { source: "staff", by, nights: [night] });
  return "night-saved";
}

export default function OrderNightsPage() {
  const { home, toast, readings, ...found } = useLoaderData<typeof loader>();
  return (
    <StaffShell title="First 90 nights" here="/nights" toast={toast}>
      <NightsView {...found} />
      {readings && <ReadingsTable readings={readings} />}
    </StaffShell>
  );
}
