import type { DayState } from "~/availability/rules/close-or-reopen-day.server";
import { plural } from "~/core/plural";
import { addDays } from "~/core/time";
import { Button } from "~/ui/components/button";
import { Check } from "~/ui/components/field";
import type { BulkChange } from "../../bulk/find-bulk-change.server";
import { absenceHref, closeLabel } from "../absence-strings";
import type { Proposal } from "../propose-moves.server";
import { ProposalRow } from "./proposal-row";

interface AbsenceFormProps {
  therapist: { id: number; name: string };
  date: string;
  day: DayState;
  isPreviewed: boolean;
  closes: boolean;
  proposals: Proposal[];
  change: BulkChange | null;
}

export function AbsenceForm(props: AbsenceFormProps) {
  const { therapist, date, day, isPreviewed, closes, proposals, change } = props;
  const moving = proposals.filter(({ slot }) => slot).length;
  const mayClose = day.off === null;
  const refusals = new Map(
    change?.outcomes.flatMap(({ id, outcome, message }) => (outcome === "refused" ? [[id, message]] : [])),
  );
  return (
    <form method="post" action={absenceHref(therapist.id, date)} className="stack" id="absence" data-live="">
      <input type="hidden" name="date" value={date} />
      {proposals.length === 0 ? (
        <p className="soft">{therapist.name} has no upcoming visits that day.</p>
      ) : (
        <ul className="box divided proposals">
          {proposals.map((proposal) => (
            <ProposalRow
              key={proposal.visit.id}
              proposal={proposal}
              refusal={refusals.get(proposal.visit.id) ?? null}
              hasPreview
              near={addDays(date, 1)}
              back={absenceHref(therapist.id, date)}
            />
          ))}
        </ul>
      )}
      {isPreviewed && moving > 0 && (
        <p role="status">The message previews now show the times you chose. Nothing has been sent yet.</p>
      )}
      {moving > 0 && (
        <p className="soft">
          The new therapists have to confirm the visits. The patients and therapists will be notified after
          you move them.
        </p>
      )}
      {mayClose && moving === 0 && <input type="hidden" name="close" value="on" />}
      {(moving > 0 || mayClose) && (
        <div className="buttons proposal-actions">
          {mayClose && moving > 0 && (
            <Check name="close" defaultChecked={closes} label={closeLabel(day.open)} />
          )}
          <Button name="act" value="move">
            {moving > 0 ? `Move ${plural(moving, "visit")}` : closeLabel(day.open)}
          </Button>
          {moving > 0 && (
            <Button look="quiet" formMethod="get">
              Update previews
            </Button>
          )}
        </div>
      )}
    </form>
  );
}
