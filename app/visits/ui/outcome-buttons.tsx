import { Button } from "~/ui/components/button";
import type { Visit } from "../visit";

/** Buttons that work with one click. They must be in a form with a `back` field, the page to return to. */
export function OutcomeButtons({ visit }: { visit: Pick<Visit, "id" | "patient_id"> }) {
  const label = <span className="unseen"> for patient {visit.patient_id}</span>;
  return (
    <span className="row outcome-buttons">
      <Button size="small" formMethod="post" formAction={`/visits/${visit.id}/complete`}>
        Completed{label}
      </Button>
      <Button
        look="quiet"
        size="small"
        formMethod="post"
        formAction={`/visits/${visit.id}/no-show`}
        name="reason"
        value="patient_absent"
      >
        No-show{label}
      </Button>
    </span>
  );
}

/** Buttons for the selected visits. A page asks for confirmation. */
export function BulkOutcomeButtons() {
  return (
    <>
      <Button name="act" value="complete" look="quiet" size="small">
        Complete selected
      </Button>
      <Button name="act" value="no_show" look="quiet" size="small">
        Mark selected as no-shows
      </Button>
    </>
  );
}
