import { isActive } from "~/core/visit-status";
import { ActionMenu } from "~/ui/components/action-menu";
import { Button, ButtonLink } from "~/ui/components/button";
import { RunningLateForm } from "~/week/ui/running-late-form";
import type { VisitSheetData } from "../pages/find-visit-sheet.server";
import { MessageLink } from "./visit-facts";

interface VisitActionsProps {
  sheet: VisitSheetData;
  back: string;
  close?: string | undefined;
}

/** One action for the visit's state, the others in a menu, and Close. */
export function VisitActions({ sheet, back, close }: VisitActionsProps) {
  const [main, ...others] = actionsFor(sheet, back);
  return (
    <div className="buttons dialog-actions">
      {main}
      <ActionMenu>{others}</ActionMenu>
      {close && (
        <ButtonLink href={close} look="quiet" data-close="">
          Close
        </ButtonLink>
      )}
    </div>
  );
}

/** The visit's actions, the likeliest first. */
function actionsFor(sheet: VisitSheetData, back: string) {
  const { visit, order, isStarted, isEnded, isOwn, mayBeNoShow, isUndoable, mayRunLate, maySupervise } =
    sheet;
  const hrefOf = (verb: string) => `/visits/${visit.id}/${verb}?back=${encodeURIComponent(back)}`;
  const late = mayRunLate && <RunningLateForm key="late" visit={visit} isOwn={isOwn} back={back} />;
  return [
    visit.status === "submitted" && (
      <ButtonLink key="confirm" href={hrefOf("confirm")} data-opens="">
        Confirm Appt
      </ButtonLink>
    ),
    visit.status === "confirmed" && isStarted && (
      <ButtonLink key="complete" href={hrefOf("complete")} look={isEnded ? "main" : "quiet"} data-opens="">
        Mark as Completed
      </ButtonLink>
    ),
    isUndoable && (
      <form
        key="undo"
        method="post"
        action={`/visits/${visit.id}/undo-outcome`}
        data-change="undo-outcome"
        data-id={visit.id}
      >
        <input type="hidden" name="back" value={back} />
        <Button look="quiet">{visit.status === "completed" ? "Undo completion" : "Undo the no-show"}</Button>
        <div data-problem="" />
      </form>
    ),
    !isStarted && late,
    (mayBeNoShow || visit.status === "no show") && (
      <ButtonLink key="no-show" href={hrefOf("no-show")} look="quiet" data-opens="">
        {mayBeNoShow ? "No-show" : "Change the reason"}
      </ButtonLink>
    ),
    isStarted && late,
    isActive(visit.status) && (
      <ButtonLink key="move" href={hrefOf("move")} look="quiet" data-opens="">
        Move…
      </ButtonLink>
    ),
    isActive(visit.status) && maySupervise && (
      <ButtonLink
        key="reassign"
        href={`/visits/bulk?act=reassign&visit=${visit.id}&back=/visits/${visit.id}`}
        look="quiet"
        data-returns=""
      >
        Reassign
      </ButtonLink>
    ),
    maySupervise && order && (order.conversationId !== null || order.phone) && (
      <MessageLink key="message" order={order} />
    ),
    isActive(visit.status) && (
      <ButtonLink key="cancel" href={hrefOf("cancel")} look="danger" data-opens="">
        Cancel Appt
      </ButtonLink>
    ),
  ].filter(Boolean);
}
