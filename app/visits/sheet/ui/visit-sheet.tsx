import { Dialog } from "~/ui/components/dialog";
import type { VisitSheetData } from "../pages/find-visit-sheet.server";
import { VisitDetails } from "./visit-details";

interface VisitSheetProps {
  sheet: VisitSheetData;
  page: string;
}

export function VisitSheet({ sheet, page }: VisitSheetProps) {
  const here = `${page}${page.includes("?") ? "&" : "?"}visit=${sheet.visit.id}`;
  return (
    <Dialog id="visit" open title="Appointment" data-sheet="">
      <a className="dialog-close next-to-title" href={page} aria-label="Close">
        ×
      </a>
      <VisitDetails sheet={sheet} here={here} back={page} close={page} />
    </Dialog>
  );
}
