import { plural } from "~/core/plural";
import { isSupervisor } from "~/core/who";
import { DueDate } from "~/orders/follow-up/ui/follow-up-facts";
import { daysSince, isEarly, shownAge, stepNames } from "~/orders/step";
import { whyWaiting } from "~/orders/why-waiting";
import { SaveView } from "~/saved-views/ui/save-view";
import { Button, ButtonLink } from "~/ui/components/button";
import { Choice, Field } from "~/ui/components/field";
import { FilterFold } from "~/ui/components/filter-fold";
import { type Column, Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import { usePage } from "~/ui/page-context";
import { PatientOfOrder } from "~/visits/ui/patient";
import type { ListedOrder } from "../../orders/list-orders.server";
import {
  linksHref,
  type OrderFilters,
  type OrderSort,
  ordersHref,
  ordersPageHref,
} from "../../orders/orders-query";
import { strings } from "../../strings";
import { EmptyList } from "../empty-list";
import { Pager } from "./cursor-pager";
import { ActiveFilters } from "./filter-form";
import { sortBy } from "./sort-by";

interface OrderListProps {
  /** `/orders`, or a step's own list. */
  path: string;
  title: string;
  filters: OrderFilters & { page: number; therapist?: string | undefined };
  list: { rows: ListedOrder[]; more: boolean; total: number };
  owners: { id: number; name: string }[];
  databases: string[];
  zone: string;
  today: string;
  now: number;
}

const isUnfiltered = ({
  sort: _,
  direction: __,
  page: ___,
  ...filters
}: OrderListProps["filters"]): boolean => !Object.values(filters).some(Boolean);

function NoOrders({ path, filters }: Pick<OrderListProps, "path" | "filters">) {
  const { staff } = usePage();
  const isStep = path !== ordersHref;
  if (!isUnfiltered(isStep ? { ...filters, step: undefined } : filters)) {
    return (
      <EmptyList>
        {strings.noOrdersForFilters} <a href={path}>{strings.clearFilters}</a>
      </EmptyList>
    );
  }
  if (isStep) return <EmptyList>{strings.noneInStep}</EmptyList>;
  // Without filters, the list is empty only before the first order arrives, or when all are closed.
  return (
    <>
      {strings.noRows}. Open orders are listed here.{" "}
      {staff?.roles.includes("admin") ? (
        <a href="/admin/import">Import orders</a>
      ) : (
        "An admin can import them."
      )}
    </>
  );
}

/** The filters, the table, and its pages. It works inside a dialog, too. */
export function OrderList(props: OrderListProps) {
  const { path, title, filters, list, zone, today, now } = props;
  const { rows, more, total } = list;
  const { staff } = usePage();
  const mayExport = staff !== null && isSupervisor(staff);
  const here = ordersPageHref(path, filters);
  return (
    <>
      <OrderFilterLine {...props} />
      <form action="/orders/close" className="stack">
        <input type="hidden" name="back" value={here} />
        {Object.entries(csvFilters(filters)).map(
          ([name, value]) =>
            value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <p className="soft" role="status">
          {plural(total, "open order")}
        </p>
        <Table
          caption={title}
          rows={rows}
          rowKey={(order) => order.id}
          empty={<NoOrders path={path} filters={filters} />}
          stacks
          staysInDialog
          columns={orderColumns({ isOneStep: path !== ordersHref, zone, today, now }).map((column) => ({
            ...column,
            ...(column.sort && sortBy(path, column.sort, { ...filters, page: undefined })),
          }))}
        />
        {rows.length > 0 && (
          <p className="buttons">
            <Button look="quiet" size="small">
              Close selected orders…
            </Button>
            {mayExport && (
              <Button look="quiet" size="small" formAction={linksHref}>
                Send links…
              </Button>
            )}
            {mayExport && (
              <ButtonLink href={ordersPageHref("/orders.csv", csvFilters(filters))} look="quiet" size="small">
                Export as CSV
              </ButtonLink>
            )}
          </p>
        )}
      </form>
      <div data-stays="">
        <Pager
          page={filters.page}
          more={more}
          of="the orders"
          hrefOf={(page) => ordersPageHref(path, { ...filters, page })}
        />
      </div>
    </>
  );
}

const csvFilters = ({ page: _, therapist: __, ...filters }: OrderListProps["filters"]) => filters;

/** In the first of part 2's columns, which stay as they are. */
const SelectOrder = ({ order }: { order: { id: number; patient_id: number } }) => (
  <label className="pick">
    <input type="checkbox" name="order" value={order.id} />
    <span className="unseen">{`Select the order of patient ${order.patient_id}`}</span>
  </label>
);

type OrderColumn = Column<ListedOrder> & { sort?: OrderSort };

interface Shown {
  isOneStep: boolean;
  zone: string;
  today: string;
  now: number;
}

const orderColumns = ({ isOneStep, zone, today, now }: Shown): OrderColumn[] => [
  {
    key: "db",
    sort: "db",
    head: "Brightree DB",
    align: "id",
    cell: (order) => (
      <>
        <SelectOrder order={order} /> {order.brightree_db}
      </>
    ),
  },
  {
    key: "patient",
    sort: "patient",
    head: "Patient ID",
    align: "name",
    cell: (order) => <PatientOfOrder order={order} />,
  },
  { key: "so", sort: "so", head: "Sales Order #", align: "right", cell: (order) => order.sales_order_no },
  {
    key: "reached",
    sort: "reached",
    head: "Reached At",
    align: "when",
    cell: (order) => (
      <>
        <DateTime at={order.step_at} zone={zone} />
        <span className="below wait">
          {!isOneStep && `${order.step}. ${stepNames[order.step - 1]} · `}
          <span className="soft">{shownAge(daysSince(order.step_at, now))}</span>
        </span>
        {order.wait && <span className="below wait">{whyWaiting(order.wait, zone)}</span>}
      </>
    ),
  },
  {
    key: "owner",
    sort: "owner",
    head: "Owner",
    align: "id",
    cell: (order) => (
      <>
        <span className="only-stacked soft">Owner: </span>
        {order.owner ?? <span className="soft">No one</span>}
      </>
    ),
  },
  {
    key: "due",
    sort: "due",
    head: "Next action",
    cell: (order) =>
      order.next_action && (
        <>
          {order.next_action}
          {order.due_on && (
            <span className="below">
              <DueDate date={order.due_on} today={today} />
            </span>
          )}
        </>
      ),
  },
  {
    key: "note",
    head: "Last note",
    cell: (order) =>
      order.note && (
        <span className="one-line" title={order.note}>
          {order.note}
        </span>
      ),
  },
  {
    key: "book",
    align: "acts",
    head: <span className="unseen">Book</span>,
    cell: (order) =>
      !isEarly(order) && (
        <ButtonLink href={`/new-appointment?order=${order.id}`} look="quiet" size="small">
          Book<span className="unseen"> a visit for patient {order.patient_id}</span>
        </ButtonLink>
      ),
  },
];

const sortNames: Record<OrderSort, string> = {
  reached: "Longest in step",
  step: "Step",
  db: "Brightree DB",
  patient: "Patient ID",
  so: "Sales Order #",
  owner: "Owner",
  due: "Next action's date",
};

function OrderFilterLine({ path, filters, owners, databases }: OrderListProps) {
  const { step, db, search, owner, due, sort, direction, therapist } = filters;
  const isOneStep = path !== ordersHref;
  const ownerName = (id: string) =>
    id === "me" ? "Me" : id === "none" ? "No one" : (owners.find((one) => String(one.id) === id)?.name ?? id);
  const kept = { therapist, sort, direction };
  const on = [isOneStep ? undefined : step, db, owner, due].filter(Boolean).length;
  const active = { ...(isOneStep ? {} : { step }), db, search, owner, due };
  return (
    <div className="filter-line" data-stays="">
      <form
        method="get"
        action={path}
        className="toolbar filters order-filters"
        aria-label="Filters"
        data-stays=""
      >
        <Field
          name="search"
          id="orders-search"
          label="Search"
          type="search"
          placeholder="Patient, order, phone, DOB"
          value={search}
          maxLength={100}
        />
        <FilterFold count={on} countId="orders-filter-count">
          {!isOneStep && (
            <Choice name="step" id="orders-step" label="Step" value={String(step ?? "")}>
              <option value="">{strings.all}</option>
              {stepNames.map((name, index) => (
                <option key={name} value={index + 1}>{`${index + 1}. ${name}`}</option>
              ))}
            </Choice>
          )}
          <Choice name="db" id="orders-db" label="DB" value={db ?? ""}>
            <option value="">{strings.all}</option>
            {[...new Set(db ? [...databases, db] : databases)].map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </Choice>
          <Choice name="owner" id="orders-owner" label="Owner" value={owner ?? ""}>
            <option value="">{strings.all}</option>
            <option value="me">Me</option>
            <option value="none">No one</option>
            {owners.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Choice>
          <Choice name="due" id="orders-due" label="Next action" value={due ?? ""}>
            <option value="">{strings.all}</option>
            <option value="overdue">Overdue</option>
          </Choice>
          <Choice name="sort" id="orders-sort" label="Sort by" value={sort === "reached" ? "" : sort}>
            {Object.entries(sortNames).map(([key, name]) => (
              <option key={key} value={key === "reached" ? "" : key}>
                {name}
              </option>
            ))}
          </Choice>
          {therapist && <input type="hidden" name="therapist" value={therapist} />}
          <p className="buttons">
            <Button look="quiet">{strings.show}</Button>
          </p>
        </FilterFold>
      </form>
      <ActiveFilters
        labels={{
          step: active.step && `Step: ${active.step}. ${stepNames[active.step - 1]}`,
          db: db && `DB: ${db}`,
          search: search && `Search: ${search}`,
          owner: owner && `Owner: ${ownerName(owner)}`,
          due: due && "Overdue",
        }}
        hrefWithout={(name) => ordersPageHref(path, { ...active, ...kept, [name]: undefined })}
        clearHref={ordersPageHref(path, kept)}
      >
        <SaveView list="orders" filters={filters} />
      </ActiveFilters>
    </div>
  );
}
