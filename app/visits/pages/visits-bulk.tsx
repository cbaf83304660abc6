import {
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { plural } from "~/core/plural";
import { requireStaff } from "~/core/require-staff";
import { supervisors } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { findTherapist, listTherapists } from "~/therapists/therapists.server";
import { Button, ButtonLink } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff-shell";
import { ChangeVisits, ShowBulk } from "../bulk/bulk-schema";
import { bulkStrings } from "../bulk/bulk-strings";
import { createBulkChange, entriesOf } from "../bulk/create-bulk-change.server";
import { findOwnChange } from "../bulk/find-bulk-change.server";
import { runBulkChange } from "../bulk/run-bulk-change.server";
import { isUnanswered } from "../interpreter";
import { proposeMoves } from "../reassign/propose-moves.server";
import absenceCss from "../ui/absence.css";
import { BulkVisits } from "../ui/bulk-parts";
import { BulkReassign } from "../ui/bulk-reassign";
import type { Visit } from "../visit";
import { listVisitsById } from "../visits.server";

export const handle = { look: "staff" };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: absenceCss }];
export const meta = () => [{ title: "Selected visits – Firstnight" }];

const worklist = "/calendars?tab=worklist";

export async function loader(args: LoaderFunctionArgs) {
  return loadPage(args, { allow: supervisors, input: ShowBulk }, async ({ app, who, input }) => {
    const { act, visit, slot } = input;
    const ids = visit.length > 0 ? visit : slot.map((choice) => choice.visit);
    const visits = ids.length > 0 ? await listVisitsById(app.reads, ids) : [];
    const to = input.to ? await findTherapist(app.reads, input.to) : null;
    const reassign = act === "reassign" && {
      proposals: await proposeMoves(app, app.reads, { visits, choices: slot, to }),
      therapists: (await listTherapists(app.reads, who)).map(({ id, name, region }) => ({
        id,
        name,
        region,
      })),
      to: to?.id ?? null,
    };
    return { staff: requireStaff(who), act, visits, reassign: reassign || null };
  });
}

export async function action(args: ActionFunctionArgs) {
  return submitForm(args, { allow: supervisors, input: ChangeVisits }, async ({ app, who, input }) => {
    const staff = requireStaff(who);
    const id = await app.db.transaction().execute(async (trx) => {
      const change = { act: input.act, userId: staff.userId, now: app.clock.now() };
      const link = input.act === "confirm" ? input.meeting_link : undefined;
      return createBulkChange(trx, { ...change, meetingLink: link }, await entriesOf(trx, input));
    });
    await runBulkChange(app, who, await findOwnChange(app.db, staff, id));
    return redirect(`/visits/bulk/${id}`, 303);
  });
}

const isLeftOut = (visit: Visit) => visit.status !== "confirmed" && isUnanswered(visit);

export default function VisitsBulk() {
  const { act, visits, reassign } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  const { title, question, verb } = bulkStrings[act];
  const leftOut = act === "confirm" ? visits.filter(isLeftOut) : [];
  const back = (
    <ButtonLink href={worklist} look="quiet">
      Back to the worklist
    </ButtonLink>
  );
  return (
    <StaffShell title={title} here="/calendars">
      {problem && <Notice tone="bad">{problem.message}</Notice>}
      {reassign && visits.length > 0 ? (
        <BulkReassign {...reassign} question={question} back={back} />
      ) : (
        <>
          <BulkVisits visits={visits} />
          {leftOut.length > 0 && (
            <Notice tone="warn">
              {`${plural(leftOut.length, "visit")} ${leftOut.length === 1 ? "needs" : "need"} an interpreter and will be left out: patient ${leftOut.map((visit) => visit.patient_id).join(", ")}. Open each of these visits to confirm it.`}
            </Notice>
          )}
          <form method="post" className="panel reading">
            {visits.length > 0 && <p>{question}</p>}
            {act === "confirm" && visits.length > 0 && (
              <Field
                name="meeting_link"
                label="Meeting link for therapists without one on file"
                hint="Leave this empty if every therapist has one. It starts with https://."
                type="url"
                maxLength={1000}
                problem={problem}
              />
            )}
            <p className="buttons">
              {visits.length > leftOut.length && (
                <Button look={act === "cancel" ? "danger" : "main"}>
                  {`${verb} ${plural(visits.length - leftOut.length, "visit")}`}
                </Button>
              )}
              {back}
            </p>
          </form>
        </>
      )}
    </StaffShell>
  );
}
