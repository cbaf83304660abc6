import type { FormProblem } from "~/core/form-problem";
import { Notice } from "~/ui/components/notice";
import type { OrderDetails } from "../find-order-details.server";
import { strings } from "../strings";

interface UpdatesChoiceProps {
  order: Pick<OrderDetails, "phone" | "hasEmail">;
  problem: FormProblem | undefined;
}

/** For companies whose patients can book without agreeing to texts. */
export function UpdatesChoice({ order, problem }: UpdatesChoiceProps) {
  const ways = [
    ...(order.phone ? (["text"] as const) : []),
    ...(order.hasEmail ? (["email"] as const) : []),
    "phone" as const,
  ];
  const [message] = problem?.fields.updates ?? [];
  return (
    <fieldset className="plain-choices">
      <legend>{strings.updates.title}</legend>
      {message && <Notice tone="bad">{message}</Notice>}
      {ways.map((way) => (
        <label key={way} className="check">
          <input
            type="radio"
            name="updates"
            value={way}
            defaultChecked={problem?.typed.updates === way}
            aria-invalid={message ? true : undefined}
          />
          <span>{strings.updates[way]}</span>
        </label>
      ))}
    </fieldset>
  );
}
