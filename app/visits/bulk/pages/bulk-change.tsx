import {
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { plural } from "~/core/plural";
import { allStaff, isSupervisor } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { Button, ButtonLink } from "~/ui/components/button";
import { Problem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff-shell";
import absenceCss from "../../reassign/ui/absence.css";
import { ContinueBulkChange, ShowBulkChange } from "../bulk-schema";
import { bulkHref, bulkStrings, bulkSummary, countOutcomes, notifiedText } from "../bulk-strings";
import { continueBulkChange, resumeBulkChange, stopBulkChange } from "../continue-bulk-change.server";
import { type BulkChange, findBulkChange, findOwnChange } from "../find-bulk-change.server";
import { BackLink, BulkOutcomes } from "../ui/bulk-parts";
import { BulkProgress } from "../ui/bulk-progress";
import { undoableChange } from "../ui/undoable-change";
import { undoBulkChange } from "../undo-bulk-change.server";

export const handle = { look: "staff", scripts: ["bulk", "sheet"] };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: absenceCss }];
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? bulkStrings[data.change.act].result : "Visits"} – Firstnight` },
];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: ShowBulkChange }, async ({ app, who, input }) => {
    const now = app.clock.now();
    return { staff: who, now, change: await findBulkChange(app.reads, who, input.id, now), back: input.back };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: ContinueBulkChange }, async ({ app, who, input }) => {
    const change = await findOwnChange(app.db, who, input.id);
    if (input.act === "undo") await undoBulkChange(app, who, change);
    else if (input.act === "stop") await stopBulkChange(app, change);
    else if (input.act === "resume") await resumeBulkChange(app, who, change);
    else await continueBulkChange(app, who, change);
    return redirect(input.back ?? `/visits/bulk/${change.id}`, 303);
  });

export default function BulkChangePage() {
  const { staff, now, change, back } = useLoaderData<typeof loader>();
  const here = bulkHref(change.id, back);
  const isUnfinished = change.left + change.undoLeft > 0;
  const undoable = isUnfinished ? null : undoableChange(change, now);
  const counts = countOutcomes(change.outcomes);
  const refused = change.outcomes.filter(({ outcome }) => outcome === "refused");
  const retry = new URLSearchParams([
    ["act", change.act],
    ...refused.map(({ id }) => ["visit", String(id)]),
    ...(back ? [["back", back]] : []),
  ]);
  return (
    <StaffShell
      title={bulkStrings[change.act].result}
      here={isSupervisor(staff) ? "/calendars" : "/therapist"}
      toast={undoable && { ...undoable, back: here }}
    >
      <Problem />
      {isUnfinished ? (
        <BulkProgress change={change} back={here} />
      ) : (
        <Notice tone={counts.refused > 0 ? "warn" : "good"} role="status">
          <p>
            <b>{bulkSummary(change.act, counts)}</b>
          </p>
          <AfterBulkChange change={change} back={here} />
        </Notice>
      )}
      <BulkOutcomes outcomes={change.outcomes} />
      <p className="buttons">
        <BackLink staff={staff} to={back} />
        {isSupervisor(staff) && (
          <ButtonLink href="/supervisordashboard" look="quiet">
            Dashboard
          </ButtonLink>
        )}
        {refused.length > 0 && !isUnfinished && (
          <ButtonLink href={`/visits/bulk?${retry}`} look="quiet">
            Retry {plural(refused.length, "visit")}
          </ButtonLink>
        )}
      </p>
    </StaffShell>
  );
}

/** Completed visits and no-shows can be undone for a day. Reassigned visits are undone in the toast. */
function AfterBulkChange({ change, back }: { change: BulkChange; back: string }) {
  const { done } = countOutcomes(change.outcomes);
  if (done === 0) return null;
  if (change.act === "reassign") return change.undoUntil === null && <p>{notifiedText(done)}</p>;
  if (change.undoUntil === null) return null;
  return (
    <form method="post" action={`/visits/bulk/${change.id}`} className="buttons">
      <input type="hidden" name="back" value={back} />
      <Button name="act" value="undo" look="quiet" size="small">
        Undo
      </Button>
    </form>
  );
}
