import { ButtonLink } from "~/ui/components/button";
import type { Column } from "~/ui/components/table";
import { strings } from "../../strings";

export const confirmColumn: Column<{ id: number; status: string; patient_id: number }> = {
  key: "confirm",
  head: <span className="unseen">{strings.confirm}</span>,
  align: "acts",
  cell: (visit) =>
    visit.status === "submitted" && (
      <ButtonLink href={`/visits/${visit.id}/confirm`} look="quiet" size="small" data-opens="">
        {strings.confirm}
        <span className="unseen"> the visit of patient {visit.patient_id}</span>
      </ButtonLink>
    ),
};
