import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { leaveWord } from "~/http/flash.server";
import { read, submit } from "~/http/page.server";
import { identify } from "~/http/session.server";
import { viewerZone } from "~/http/viewer-zone.server";
import { bookVisit } from "~/scheduling/book-visit.server";
import { findOrderKey, findSchedulePage } from "~/scheduling/find-schedule-page.server";
import { asPatient } from "~/scheduling/own-visit.server";
import { ChooseTime, SchedulePage } from "~/scheduling/schema";
import { ScheduleView } from "~/scheduling/ui/schedule-view";
import { VisitCard } from "~/scheduling/ui/visit-card";
import { VisitChoices } from "~/scheduling/ui/visit-choices";
import { words } from "~/scheduling/words";
import { enterSchedule } from "./enter.server";

export const handle = { scripts: ["schedule"] };
export const meta = () => [{ title: "Schedule appointment – Firstnight" }];

const patients = ["patient", "patient-by-query"] as const;

export async function loader(args: LoaderFunctionArgs) {
  const patient = await enterSchedule(args);
  return read(args, { allow: patients, input: SchedulePage }, async ({ app, input }) =>
    findSchedulePage(app, patient, viewerZone(args.request), input),
  );
}

export async function action(args: ActionFunctionArgs) {
  if ((await identify(args)).kind !== "patient") {
    leaveWord(args, "session-over");
    throw redirect("/", 303);
  }
  return submit(args, { allow: patients, input: ChooseTime }, async ({ app, who, input }) => {
    const patient = asPatient(who);
    await bookVisit(app, who, { ...input, ...(await findOrderKey(app.reads, patient.orderId)) });
    leaveWord(args, "booked");
    return redirect(patient.way === "query" ? "/" : "/my-visit", 303);
  });
}

export default function Schedule() {
  const page = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  return (
    <ScheduleView base="/schedule" title={words.title} page={page} problem={problem}>
      {page.visit ? (
        <VisitCard visit={page.visit} clock={page.clock}>
          <VisitChoices mayChange={page.mayChange} hours={page.changeHours} />
        </VisitCard>
      ) : (
        <p className="lead">{words.lead}</p>
      )}
    </ScheduleView>
  );
}
