import { describeWish } from "~/offers/describe-wish";
import { UrgentBadge, UrgentForm } from "~/orders/ui/urgent-form";
import { Fact } from "~/ui/components/fact";
import type { VisitSheetData } from "./find-visit-sheet.server";

interface EarlierFactProps {
  sheet: VisitSheetData;
  order: NonNullable<VisitSheetData["order"]>;
  here: string;
}

/** The earlier times that the patient asked for, and whether the order is urgent. */
export const EarlierFact = ({ sheet: { visit, wish }, order, here }: EarlierFactProps) => (
  <Fact label="Earlier time">
    {wish?.wanted ? describeWish(wish) : "Not requested"}
    <UrgentBadge isUrgent={order.urgent === 1} />
    <UrgentForm
      orderId={visit.order_id}
      patientId={visit.patient_id}
      isUrgent={order.urgent === 1}
      back={here}
    />
  </Fact>
);
