import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ClassesLink, hasClasses } from "~/classes/ui/classes-link";
import { loadPage, submitForm } from "~/http/page.server";
import { browserZone } from "~/http/request/browser-settings.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import { ButtonLink } from "~/ui/components/button";
import { pageTitle } from "~/ui/page-title";
import { moveMyVisit } from "~/visits/move-visit.server";
import { requirePatient } from "~/visits/require-patient";
import { findSchedulePage } from "../find-schedule-page.server";
import { ChooseTime, SchedulePage } from "../schedule-schema";
import { strings } from "../strings";
import { TooLate } from "../ui/move-or-cancel";
import { ScheduleView } from "../ui/schedule-view";
import { VisitCard } from "../ui/visit-card";
import { NoVisitToChange } from "../ui/visit-lines";

export const handle = { scripts: ["schedule"] };
export const meta = () => [{ title: pageTitle(strings.moveTitle) }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["patient"], input: SchedulePage }, ({ app, who, input }) =>
    findSchedulePage(
      app,
      requirePatient(who),
      { mode: "move", browserZone: browserZone(args.request) },
      input,
    ),
  );

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["patient"], input: ChooseTime }, async ({ app, who, input }) => {
    const { zone, ...choice } = input;
    await moveMyVisit(app, requirePatient(who), choice, browserZone(args.request) ?? zone);
    return redirectWithFlash<typeof strings.flash>(args, "/my-visit", "moved");
  });

export default function MoveMyVisit() {
  const page = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  const { mine } = page;
  if (!mine?.visit) return <NoVisitToChange title={strings.moveTitle} problem={problem} />;
  return (
    <ScheduleView base="/my-visit/move" title={strings.moveTitle} page={page} problem={problem}>
      {mine.mayChange ? <p className="lead">{strings.moveLead}</p> : <TooLate hours={page.changeHours} />}
      <VisitCard visit={mine.visit} patient={mine.order?.patient ?? null} brief />
      {mine.mayChange && mine.order && hasClasses(mine.order) && <ClassesLink />}
      {!mine.mayChange && (
        <ButtonLink size="wide" href="/my-visit">
          {strings.cancelNo}
        </ButtonLink>
      )}
    </ScheduleView>
  );
}
