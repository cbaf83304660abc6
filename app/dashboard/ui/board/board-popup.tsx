import type { ReactNode } from "react";
import { listHref } from "~/core/list-href";
import { QuietLink } from "~/ui/components/button";
import type { Toast } from "~/ui/components/toast";
import { StaffShell } from "~/ui/shells/staff-shell";
import { boardHref } from "../../board/tiles";
import type { BoardFilters } from "../../dashboard-schema";

interface BoardPopupProps {
  title: string;
  filters: BoardFilters;
  toast?: Toast | null;
  children: ReactNode;
}

export function BoardPopup({ title, filters, toast, children }: BoardPopupProps) {
  return (
    <StaffShell
      title={title}
      here={boardHref}
      toast={toast}
      actions={<QuietLink href={listHref(boardHref, filters)}>Close</QuietLink>}
    >
      <div className="stack" data-sheet="" data-live="" id="popup">
        {children}
      </div>
    </StaffShell>
  );
}
