import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { read } from "~/http/page.server";
import { viewerZone } from "~/http/request/viewer-zone.server";
import { takeWord } from "~/http/response/flash.server";
import { ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { PatientShell } from "~/ui/shells/patient-shell";
import { asPatient } from "~/visits/patient-visit.server";
import { findMyVisit } from "../find-schedule-page.server";
import { words } from "../strings";
import { VisitChoices } from "../ui/visit-actions";
import { VisitCard } from "../ui/visit-card";

export const handle = { scripts: ["when"] };
export const meta = () => [{ title: "My visit – Firstnight" }];

export async function loader(args: LoaderFunctionArgs) {
  return read(args, { allow: ["patient"], input: z.object({}) }, async ({ app, who }) => ({
    ...(await findMyVisit(app, asPatient(who))),
    clock: viewerZone(args.request),
    said: saidOf(takeWord(args)),
  }));
}

const saidOf = (word: string | null) =>
  word === "booked" || word === "moved" || word === "cancelled" ? words[word] : null;

export default function MyVisit() {
  const { visit, held, mayChange, changeHours, clock, said } = useLoaderData<typeof loader>();
  return (
    <PatientShell signedIn>
      <h1>{words.myVisit}</h1>
      {said && (
        <Notice tone="good" role="status">
          {said}
        </Notice>
      )}
      {visit ? (
        <VisitCard visit={visit} clock={clock}>
          {!visit.over && (
            <>
              <VisitChoices mayChange={mayChange} hours={changeHours} />
              <p>
                <a href="/my-visit.ics">{words.addToCalendar}</a>
              </p>
            </>
          )}
        </VisitCard>
      ) : held ? (
        <p className="lead">{words.visitHeld}</p>
      ) : (
        <>
          <p className="lead">{words.noVisitYet}</p>
          <ButtonLink size="wide" href="/schedule">
            {words.chooseTime}
          </ButtonLink>
        </>
      )}
      <p>
        <a href="/track">{words.track}</a>
      </p>
    </PatientShell>
  );
}
