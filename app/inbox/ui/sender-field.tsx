import { Choice } from "~/ui/components/field";
import type { Sender } from "../conversations/sender.server";

/** Asks which company texts a number that has no order. */
export function SenderField({ senders, required }: { senders: Sender[]; required?: boolean }) {
  if (senders.length === 0) return null;
  return (
    <Choice
      name="company_id"
      label="Company that the text comes from"
      hint={required ? undefined : "For a number without an order."}
      required={required}
    >
      <option value="">Choose a company</option>
      {senders.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Choice>
  );
}
