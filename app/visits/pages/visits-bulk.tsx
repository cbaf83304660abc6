import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { FormProblem } from "~/core/form-problem";
import { requireStaff } from "~/core/require-staff";
import { supervisors } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { listTherapists } from "~/therapists/therapists.server";
import { Button, ButtonLink } from "~/ui/components/button";
import { Choice, Field } from "~/ui/components/field";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff-shell";
import { ChangeVisits, ShowBulk } from "../bulk/bulk-schema";
import { changeVisits, type Outcome } from "../bulk/change-visits.server";
import { BulkOutcomes, BulkVisits, bulkStrings } from "../ui/bulk-parts";
import { listVisitsById } from "../visits.server";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Selected visits – Firstnight" }];

const worklist = "/calendars?tab=worklist";

export async function loader(args: LoaderFunctionArgs) {
  return loadPage(args, { allow: supervisors, input: ShowBulk }, async ({ app, who, input }) => {
    const therapists = input.act === "reassign" ? await listTherapists(app.reads, who) : [];
    return {
      staff: requireStaff(who),
      act: input.act,
      visits: input.visit.length > 0 ? await listVisitsById(app.reads, input.visit) : [],
      therapists: therapists.map(({ id, name, region }) => ({ id, name, region })),
    };
  });
}

export async function action(args: ActionFunctionArgs) {
  return submitForm(args, { allow: supervisors, input: ChangeVisits }, async ({ app, who, input }) =>
    json({ outcomes: await changeVisits(app, who, input) }),
  );
}

interface ActionResult {
  problem?: FormProblem;
  outcomes?: Outcome[];
}

export default function VisitsBulk() {
  const { staff, act, visits, therapists } = useLoaderData<typeof loader>();
  const { problem, outcomes } = (useActionData() ?? {}) as ActionResult;
  const { title, question, verb } = bulkStrings[act];
  const count = visits.length === 1 ? "1 visit" : `${visits.length} visits`;
  return (
    <StaffShell title={title} who={staff} here="/calendars">
      {outcomes ? (
        <>
          <Notice
            tone={outcomes.some(({ outcome }) => outcome === "refused") ? "warn" : "good"}
            role="status"
          >
            {summaryOf(outcomes)}
          </Notice>
          <BulkOutcomes outcomes={outcomes} />
          <p>
            <ButtonLink href={worklist}>Back to the worklist</ButtonLink>
          </p>
        </>
      ) : (
        <>
          {problem && <Notice tone="bad">{problem.message}</Notice>}
          <BulkVisits visits={visits} />
          <form method="post" className="panel reading">
            <p>{question}</p>
            {act === "confirm" && (
              <Field
                name="meeting_link"
                label="Meeting link for therapists without one on file"
                hint="Leave this empty if every therapist has one. It starts with https://."
                type="url"
                maxLength={1000}
                problem={problem}
              />
            )}
            {act === "reassign" && (
              <Choice name="therapist" label="To" problem={problem}>
                {therapists.map(({ id, name, region }) => (
                  <option key={id} value={id}>
                    {name} ({region})
                  </option>
                ))}
              </Choice>
            )}
            <p className="buttons">
              {visits.length > 0 && (
                <Button look={act === "cancel" ? "danger" : "main"}>{`${verb} ${count}`}</Button>
              )}
              <ButtonLink href={worklist} look="quiet">
                Back to the worklist
              </ButtonLink>
            </p>
          </form>
        </>
      )}
    </StaffShell>
  );
}

function summaryOf(outcomes: Outcome[]): string {
  const count = (value: Outcome["outcome"]) => outcomes.filter(({ outcome }) => outcome === value).length;
  return `${count("done")} done, ${count("already")} unchanged, ${count("refused")} not done.`;
}
