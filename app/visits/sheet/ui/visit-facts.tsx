import { formatWhen } from "~/core/time";
import { howConsented } from "~/messages/consent/consent-source";
import type { ConsentEntry } from "~/messages/consent/consents.server";
import type { withMessages } from "~/orders/sheet/pages/order-parts.server";
import { ButtonLink } from "~/ui/components/button";
import { Fact } from "~/ui/components/fact";
import { PhoneLink } from "~/ui/components/phone-link";
import { DateTime } from "~/ui/date-time";
import { usePage } from "~/ui/page-context";
import type { Change } from "../pages/changes.server";

export function PatientFact({ name }: { name: string | null }) {
  const { hidesNames } = usePage();
  return (
    name &&
    !hidesNames && (
      <Fact label="Patient">
        <b>{name}</b>
      </Fact>
    )
  );
}

const updatesNames = {
  text: "By text",
  email: "By email",
  phone: "By phone call. Automated texts and emails are off.",
};

const unsentNames = {
  sms: "The patient chose texts. Texts aren't set up, so none are sent.",
  email: "The patient chose email. Email isn't set up, so none is sent.",
};

/** How the patient gets updates, or why they don't get them. */
function Updates({ updates }: { updates: keyof typeof updatesNames }) {
  const { unsent } = usePage();
  const channel = updates === "text" ? "sms" : updates;
  return channel !== "phone" && unsent.includes(channel) ? unsentNames[channel] : updatesNames[updates];
}

interface ContactFactsProps {
  order: Pick<
    Awaited<
      ReturnType<
        typeof withMessages<{
          phone: string | null;
          phone_ext: string | null;
          step: number;
          updates: keyof typeof updatesNames | null;
        }>
      >
    >,
    "phone" | "phone_ext" | "updates" | "consent" | "conversationId"
  >;
  maySupervise: boolean;
}

export const ContactFacts = ({ order, maySupervise }: ContactFactsProps) => (
  <>
    {order.phone && (
      <Fact label="Patient's phone">
        <PhoneLink phone={order.phone} extension={order.phone_ext} />
      </Fact>
    )}
    {order.phone && (
      <Fact label="Texts">
        <TextsState consent={order.consent} conversationId={maySupervise ? order.conversationId : null} />
      </Fact>
    )}
    {order.updates && (
      <Fact label="Updates">
        <Updates updates={order.updates} />
      </Fact>
    )}
  </>
);

/** Shows whether the number gets texts, and if not, why. */
function TextsState({
  consent,
  conversationId,
}: {
  consent: ConsentEntry | null;
  conversationId: number | null;
}) {
  const history = conversationId && (
    <>
      {" "}
      <a href={`/messages/${conversationId}/consent`}>Consent history</a>
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

interface MessageLinkProps {
  order: { id: number; phone: string | null; conversationId: number | null };
}

/** Opens the patient's conversation, or starts one. */
export function MessageLink({ order: { id, phone, conversationId } }: MessageLinkProps) {
  if (conversationId === null && !phone) return null;
  const href = conversationId === null ? `/messages/start?order=${id}` : `/messages/${conversationId}`;
  return (
    <ButtonLink href={href} look="quiet">
      Message
    </ButtonLink>
  );
}

export function HistoryList({ history, zone }: { history: readonly Change[]; zone: string }) {
  if (history.length === 0) return null;
  return (
    <>
      <h3 className="part-title">History</h3>
      <ul className="visit-history">
        {history.map(({ id, at, what, by, reason }) => (
          <li key={id}>
            {what}
            {reason && ` (${reason})`}
            {by && ` by ${by}`} <span className="soft">{formatWhen(at, zone)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
