import type { ReactNode } from "react";
import { ButtonLink } from "~/ui/components/button";
import { StaffShell } from "~/ui/shells/staff-shell";
import { type BoardFilters, boardHref } from "../../board/tiles";
import { strings } from "../../strings";
import { listHref } from "../lists/list-href";

interface BoardPopupProps {
  title: string;
  filters: BoardFilters;
  toast?: string | null;
  children: ReactNode;
}

export function BoardPopup({ title, filters, toast, children }: BoardPopupProps) {
  return (
    <StaffShell
      title={title}
      here={boardHref}
      toast={toast ?? null}
      actions={
        <ButtonLink href={listHref(boardHref, { ...filters })} look="quiet">
          {strings.close}
        </ButtonLink>
      }
    >
      <div className="stack" data-sheet="" data-live="" id="popup">
        {children}
      </div>
    </StaffShell>
  );
}
