import { formatPhone } from "~/core/phone";
import { Fact } from "~/ui/components/fact";
import { usePage } from "~/ui/page-context";
import type { withMessages } from "./order-parts.server";
import { TextsState } from "./texts-state";

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

interface ContactFactsProps {
  order: Pick<
    Awaited<
      ReturnType<
        typeof withMessages<{ phone: string | null; step: number; updates: keyof typeof updatesNames | null }>
      >
    >,
    "phone" | "updates" | "consent" | "threadId"
  >;
  maySupervise: boolean;
}

/** The patient's phone number, and how the patient gets updates. */
export const ContactFacts = ({ order, maySupervise }: ContactFactsProps) => (
  <>
    {order.phone && (
      <Fact label="Patient's phone">
        <a href={`tel:${order.phone}`}>{formatPhone(order.phone)}</a>
      </Fact>
    )}
    {order.phone && (
      <Fact label="Texts">
        <TextsState consent={order.consent} threadId={maySupervise ? order.threadId : null} />
      </Fact>
    )}
    {order.updates && <Fact label="Updates">{updatesNames[order.updates]}</Fact>}
  </>
);
