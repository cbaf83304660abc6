import type { ReactNode } from "react";
import { Button } from "~/ui/components/button";
import { Choice } from "~/ui/components/field";
import type { Proposal } from "../../reassign/propose-moves.server";
import { ProposalRow } from "../../reassign/ui/proposal-row";
import { bulkStrings } from "../bulk-strings";

interface BulkReassignProps {
  proposals: Proposal[];
  therapists: { id: number; name: string; region: string }[];
  /** The therapist to suggest; null for the nearest one available. */
  to: number | null;
  returnTo: string | undefined;
  backLink: ReactNode;
}

export function BulkReassign({ proposals, therapists, to, returnTo, backLink }: BulkReassignProps) {
  const moving = proposals.filter(({ slot }) => slot).length;
  return (
    <>
      <form action="/visits/bulk" className="toolbar">
        <input type="hidden" name="act" value="reassign" />
        <SelectedIds proposals={proposals} />
        {returnTo && <input type="hidden" name="back" value={returnTo} />}
        <Choice name="to" label="Suggest" value={to === null ? "" : String(to)}>
          <option value="">The nearest available therapist</option>
          {therapists.map(({ id, name, region }) => (
            <option key={id} value={id}>
              {name} ({region})
            </option>
          ))}
        </Choice>
        <Button look="quiet">Show suggestions</Button>
      </form>
      <form method="post" className="stack" id="reassign" data-live="">
        <input type="hidden" name="act" value="reassign" />
        {to !== null && <input type="hidden" name="to" value={to} />}
        <SelectedIds proposals={proposals} />
        <ul className="box divided proposals">
          {proposals.map((proposal) => (
            <ProposalRow key={proposal.visit.id} proposal={proposal} showsTherapist />
          ))}
        </ul>
        {moving > 0 && <p className="soft">{bulkStrings.reassign.question}</p>}
        <p className="buttons proposal-actions">
          {moving > 0 && <Button>{bulkStrings.reassign.button(moving)}</Button>}
          {backLink}
        </p>
      </form>
    </>
  );
}

function SelectedIds({ proposals }: Pick<BulkReassignProps, "proposals">) {
  return proposals.map(({ visit }) => <input key={visit.id} type="hidden" name="visit" value={visit.id} />);
}
