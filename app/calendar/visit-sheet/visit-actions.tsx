import { isActive } from "~/core/visit-status";
import { ButtonLink } from "~/ui/components/button";
import type { VisitSheetData } from "./find-visit-sheet.server";

interface VisitActionsProps {
  sheet: VisitSheetData;
  back: string;
  close?: string | undefined;
}

export function VisitActions({ sheet, back, close }: VisitActionsProps) {
  const { visit, order, isStarted, maySupervise } = sheet;
  const hrefOf = (verb: string) => `/visits/${visit.id}/${verb}?back=${encodeURIComponent(back)}`;
  const conversation =
    order?.threadId != null
      ? `/messages/${order.threadId}`
      : order?.phone
        ? `/messages/start?order=${order.id}`
        : null;
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
      {isActive(visit.status) && (
        <ButtonLink href={hrefOf("move")} look="quiet" data-opens="">
          Move…
        </ButtonLink>
      )}
      {isActive(visit.status) && maySupervise && (
        <ButtonLink href={`/visits/bulk?act=reassign&visit=${visit.id}`} look="quiet">
          Reassign
        </ButtonLink>
      )}
      {maySupervise && conversation && (
        <ButtonLink href={conversation} look="quiet">
          Message
        </ButtonLink>
      )}
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
