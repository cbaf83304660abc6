import { useLocation } from "@remix-run/react";
import { fill } from "~/core/language/strings";
import { usePage } from "../page-context";
import { strings } from "../strings";

type Order = ReturnType<typeof usePage>["openOrders"][number];

const ownerOf = ({ patient, number }: Order) =>
  patient
    ? fill(strings.openOrders.for, { patient })
    : number
      ? fill(strings.openOrders.number, { number })
      : strings.openOrders.own;

function labelOf({ patient, number }: Order, all: Order[]): string {
  if (!patient) return number ? fill(strings.openOrders.number, { number }) : strings.openOrders.another;
  const isUnique = all.filter((one) => one.patient === patient).length === 1;
  return isUnique || !number ? patient : fill(strings.openOrders.nameAndNumber, { patient, number });
}

/** Shows the page's patient and a button for each other order that is open in this browser. */
export function OrderSwitcher() {
  const { openOrders: all } = usePage();
  const { pathname } = useLocation();
  const [current, ...others] = all;
  if (!current || others.length === 0) return null;
  return (
    <form method="post" action="/switch-order" className="open-orders column" aria-labelledby="open-orders">
      <p id="open-orders">
        <b>{ownerOf(current)}</b> {strings.openOrders.also}
      </p>
      <input type="hidden" name="to" value={pathname === "/track" ? "/track" : "/schedule"} />
      <ul>
        {others.map((order) => (
          <li key={order.sessionId}>
            <button className="button quiet" type="submit" name="session" value={order.sessionId}>
              {labelOf(order, all)}
            </button>
          </li>
        ))}
      </ul>
    </form>
  );
}
