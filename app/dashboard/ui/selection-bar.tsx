import type { ReactNode } from "react";
import { plural } from "~/core/plural";
import { Button } from "~/ui/components/button";
import type { WorkPage } from "../calendars/load-worklist.server";

interface SelectionBarProps {
  list: Pick<WorkPage, "visits" | "result" | "isCut">;
  selected: "none" | "page" | "result";
  resultHref: string;
  noneHref: string;
  children?: ReactNode;
}

/** Stays in view while visits are selected. */
export function SelectionBar({ list, selected, resultHref, noneHref, children }: SelectionBarProps) {
  const { visits, result, isCut } = list;
  const shown = new Set(visits.map(({ id }) => id));
  const elsewhere = selected === "result" ? (result ?? []).filter((id) => !shown.has(id)) : [];
  const count = selected === "none" ? 0 : visits.length + elsewhere.length;
  return (
    <div className="selection-bar" data-selection={count > 0 ? "some" : "none"}>
      {elsewhere.map((id) => (
        <input key={id} type="hidden" name="visit" value={id} />
      ))}
      <p>
        <b role="status" data-count="">
          {plural(count, "visit")} selected
        </b>
        {result && selected !== "result" && (
          <a href={resultHref}>
            {isCut ? `Select the first ${result.length} results` : `Select all ${result.length} results`}
          </a>
        )}
        {count > 0 && <a href={noneHref}>Clear selection</a>}
      </p>
      <div className="buttons">
        {children || (
          <>
            <Button name="act" value="confirm" size="small">
              Confirm
            </Button>
            <Button name="act" value="reassign" look="quiet" size="small">
              Reassign
            </Button>
            <Button name="act" value="cancel" look="plain" size="small" className="cancel-selected">
              Cancel visits
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
