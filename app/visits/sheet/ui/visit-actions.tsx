import { isActive } from "~/core/visit-status";
import { Button, ButtonLink } from "~/ui/components/button";
import { RunningLateForm } from "~/week/ui/running-late-form";
import type { VisitSheetData } from "../pages/find-visit-sheet.server";
import { MessageLink } from "./visit-facts";

interface VisitActionsProps {
  sheet: VisitSheetData;
  back: string;
  close?: string | undefined;
}

export function VisitActions({ sheet, back, close }: VisitActionsProps) {
  const { visit, order, isStarted, isOwn, mayBeNoShow, isUndoable, mayRunLate, maySupervise } = sheet;
  const hrefOf = (verb: string) => `/visits/${visit.id}/${verb}?back=${encodeURIComponent(back)}`;
  return (
    <div className="buttons dialog-actions">
      {visit.status === "submitted" && (
        <ButtonLink href={hrefOf("confirm")} data-opens="">
          Confirm Appt
        </ButtonLink>
      )}
      {visit.status === "confirmed" && (
        <ButtonLink href={hrefOf("complete")} look={isStarted ? "main" : "quiet"} data-opens="">
          Mark as Completed
        </ButtonLink>
      )}
      {(mayBeNoShow || visit.status === "no show") && (
        <ButtonLink href={hrefOf("no-show")} look="quiet" data-opens="">
          {mayBeNoShow ? "No-show" : "Change the reason"}
        </ButtonLink>
      )}
      {isUndoable && (
        <form
          method="post"
          action={`/visits/${visit.id}/undo-outcome`}
          data-change="undo-outcome"
          data-id={visit.id}
        >
          <input type="hidden" name="back" value={back} />
          <Button look="quiet">
            {visit.status === "completed" ? "Undo completion" : "Undo the no-show"}
          </Button>
          <div data-problem="" />
        </form>
      )}
      {mayRunLate && <RunningLateForm visit={visit} isOwn={isOwn} back={back} />}
      {isActive(visit.status) && (
        <ButtonLink href={hrefOf("move")} look="quiet" data-opens="">
          Move…
        </ButtonLink>
      )}
      {isActive(visit.status) && maySupervise && (
        <ButtonLink
          href={`/visits/bulk?act=reassign&visit=${visit.id}&back=/visits/${visit.id}`}
          look="quiet"
        >
          Reassign
        </ButtonLink>
      )}
      {maySupervise && order && <MessageLink order={order} />}
      {isActive(visit.status) && (
        <ButtonLink href={hrefOf("cancel")} look="danger" data-opens="">
          Cancel Appt
        </ButtonLink>
      )}
      {close && (
        <ButtonLink href={close} look="quiet" data-close="">
          Close
        </ButtonLink>
      )}
    </div>
  );
}
