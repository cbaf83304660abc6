import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { loadPage } from "~/http/page.server";
import { viewerZone } from "~/http/request/viewer-zone.server";
import { takeFlash } from "~/http/response/flash.server";
import { ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { PatientShell } from "~/ui/shells/patient-shell";
import { requirePatient } from "~/visits/patient-visit.server";
import { findMyVisit } from "../find-schedule-page.server";
import { strings } from "../strings";
import { VisitActions } from "../ui/visit-actions";
import { VisitCard } from "../ui/visit-card";

export const handle = { scripts: ["date-time"] };
export const meta = () => [{ title: "My visit – Firstnight" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadPage(args, { allow: ["patient"], input: z.object({}) }, async ({ app, who }) => ({
    ...(await findMyVisit(app, requirePatient(who))),
    clock: viewerZone(args.request),
    message: messageOf(takeFlash(args)),
  }));
}

const messageOf = (flash: string | null) =>
  flash === "booked" || flash === "moved" || flash === "canceled" ? strings[flash] : null;

export default function MyVisit() {
  const { visit, held, mayChange, changeHours, clock, message } = useLoaderData<typeof loader>();
  return (
    <PatientShell signedIn>
      <h1>{strings.myVisit}</h1>
      {message && (
        <Notice tone="good" role="status">
          {message}
        </Notice>
      )}
      {visit ? (
        <VisitCard visit={visit} clock={clock}>
          {!visit.over && (
            <>
              <VisitActions mayChange={mayChange} hours={changeHours} />
              <p>
                <a href="/my-visit.ics">{strings.addToCalendar}</a>
              </p>
            </>
          )}
        </VisitCard>
      ) : held ? (
        <p className="lead">{strings.visitHeld}</p>
      ) : (
        <>
          <p className="lead">{strings.noVisitYet}</p>
          <ButtonLink size="wide" href="/schedule">
            {strings.chooseTime}
          </ButtonLink>
        </>
      )}
      <p>
        <a href="/track">{strings.track}</a>
      </p>
    </PatientShell>
  );
}
