import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { recordId } from "~/core/fields";
import { WhereEquipmentIs } from "~/equipment/ui/where-equipment-is";
import { loadPage } from "~/http/page.server";
import { browserZone } from "~/http/request/browser-settings.server";
import { TooLate } from "~/schedule/ui/move-or-cancel";
import { ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { DateTime } from "~/ui/date-time";
import { pageTitle } from "~/ui/page-title";
import { PatientShell } from "~/ui/shells/patient-shell";
import { requirePatient } from "~/visits/require-patient";
import { strings } from "../strings";
import { ClassLines } from "../ui/class-lines";
import { findClassChoices } from "./find-class-choices.server";

export const meta = () => [{ title: pageTitle(strings.title) }];

const Query = z.object({ kind: recordId.optional().catch(undefined) });

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["patient"], input: Query }, ({ app, who, input }) =>
    findClassChoices(app, requirePatient(who), {
      browserZone: browserZone(args.request),
      kindId: input.kind,
    }),
  );

export default function ChooseClass() {
  const { mine, mayChoose, equipment, classes } = useLoaderData<typeof loader>();
  const isMove = mine.visit !== null;
  const times = isMove ? "/my-visit/move" : "/schedule";
  return (
    <PatientShell signedIn>
      <h1>{isMove ? strings.moveTitle : strings.title}</h1>
      <p className="lead">{strings.lead}</p>
      {isMove && !mayChoose && <TooLate hours={mine.changeHours} />}
      {mayChoose && <WhereEquipmentIs equipment={equipment} now={mine.now} isChoosing />}
      {mayChoose && classes.length === 0 && <Notice>{strings.none}</Notice>}
      {classes.map(({ session, zone }) => (
        <section key={session.id} className="panel stack">
          <h2>
            <DateTime at={session.start_at} zone={zone} format="full" fixed />
          </h2>
          <ClassLines session={session} />
          <ButtonLink size="wide" href={`/schedule/classes/${session.id}`}>
            {strings.choose}
            <span className="unseen">
              {": "}
              <DateTime at={session.start_at} zone={zone} fixed />
            </span>
          </ButtonLink>
        </section>
      ))}
      <ButtonLink look="quiet" size="wide" href={times}>
        {strings.otherTimes}
      </ButtonLink>
    </PatientShell>
  );
}
