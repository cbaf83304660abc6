import { howConsented } from "~/messages/consent/consent-source";
import type { ConsentEntry } from "~/messages/consent/consents.server";
import { DateTime } from "~/ui/date-time";

/** Shows whether the number gets texts, and if not, why. */
export function TextsState({ consent, threadId }: { consent: ConsentEntry | null; threadId: number | null }) {
  const history = threadId && (
    <>
      {" "}
      <a href={`/messages/${threadId}/consent`}>Consent history</a>
    </>
  );
  if (!consent) return <>Awaiting consent{history}</>;
  if (consent.given) return <>Consented to SMS texts{history}</>;
  return (
    <>
      Opted out of texts {howConsented(consent)} on <DateTime at={consent.created_at} format="day" />
      {history}
    </>
  );
}
