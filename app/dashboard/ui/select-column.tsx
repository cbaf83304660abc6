import type { Column } from "~/ui/components/table";
import type { ShownVisit } from "../shown-visit";

export interface RowSelection {
  /** The address of this page with all rows checked. */
  allHref: string;
  isChecked: boolean;
}

/** The script worklist.enhance.ts replaces the link in the header with a checkbox. */
export const selectColumn = ({ allHref, isChecked }: RowSelection): Column<ShownVisit> => ({
  key: "select",
  head: (
    <>
      <a href={allHref} data-pick-link="">
        Select all
      </a>
      <label className="pick" data-pick-all="" hidden>
        <input type="checkbox" />
        <span className="unseen">Select all on this page</span>
      </label>
    </>
  ),
  cell: (visit) => (
    <label className="pick">
      <input type="checkbox" name="visit" value={visit.id} defaultChecked={isChecked} />
      <span className="unseen">{`patient ${visit.patient_id}, ${visit.therapist}`}</span>
    </label>
  ),
});
