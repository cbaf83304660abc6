import { plural } from "~/core/plural";
import type { OfferResult } from "~/offers/offer-result.server";
import { obstacleNames } from "~/offers/staff-strings";
import { Notice } from "~/ui/components/notice";
import { PatientName } from "~/visits/ui/patient";
import { offersHref } from "../../offers/offers-query";

export function OfferResultNotice({ result }: { result: OfferResult }) {
  const { sent, leftOut } = result;
  return (
    <Notice tone={sent > 0 ? "good" : "warn"} role="status">
      <p>{sent === 0 ? "No offer was sent." : `${plural(sent, "offer")} sent.`}</p>
      {sent > 0 && (
        <p>
          <a href={offersHref({ tab: "sent" })}>See offers sent</a>
        </p>
      )}
      {leftOut.length > 0 && (
        <>
          <p>No offers were sent to:</p>
          <ul>
            {leftOut.map(({ id, patientId, patientName, obstacle }) => (
              <li key={id}>
                {patientId} <PatientName name={patientName} />: {obstacleNames[obstacle]}
              </li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  );
}
