import type { Column } from "~/ui/components/table";
import type { ShownVisit } from "../shown-visit";

export interface RowSelection {
  /** The address of this page with all its rows checked. */
  allHref: string;
  isChecked: boolean;
}

/** worklist.enhance.ts puts a checkbox in place of the link in the head. */
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
