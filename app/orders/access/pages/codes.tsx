import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { recordId } from "~/core/fields";
import { listHref } from "~/core/list-href";
import { formatPhone } from "~/core/phone";
import { plural } from "~/core/plural";
import { supervisors } from "~/core/who";
import { boardHref } from "~/dashboard/board/tiles";
import { OnDashboard } from "~/dashboard/dashboard-schema";
import { strings } from "~/dashboard/strings";
import { BoardPopup } from "~/dashboard/ui/board/board-popup";
import { EmptyList } from "~/dashboard/ui/empty-list";
import { Pager } from "~/dashboard/ui/lists/cursor-pager";
import { ActiveFilters } from "~/dashboard/ui/lists/filter-form";
import { sortBy } from "~/dashboard/ui/lists/sort-by";
import { loadPage, submitForm } from "~/http/page.server";
import { zoneForStaff } from "~/http/request/browser-settings.server";
import { redirectWithFlash, takeFlash } from "~/http/response/flash.server";
import { Button, ButtonLink } from "~/ui/components/button";
import { CopyField } from "~/ui/components/copy-field";
import { Choice, Field } from "~/ui/components/field";
import { FilterFold } from "~/ui/components/filter-fold";
import { useProblem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { type Column, Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import { PatientOfOrder } from "~/visits/ui/patient";
import { codeFlash } from "../../flash";
import { type CodeSort, PendingCodes, ResendCode } from "../../order-schema";
import { listDatabaseNames } from "../../order-system/databases.server";
import { codeSentBy, describeUnsentCode } from "../describe-sent-code.server";
import { listPendingCodes } from "../pending-codes.server";
import { resendCode } from "../send-code.server";

export const handle = { look: "staff", scripts: ["copy", "date-time", "sheet", "live"] };
export const meta = () => [{ title: `${strings.pendingCodes} – Firstnight` }];

const Shown = PendingCodes.extend({
  therapist: OnDashboard.shape.therapist,
  unsent: recordId.optional(),
  select: z.literal("all").optional().catch(undefined),
});

const codesHref = `${boardHref}/codes`;

const hrefOf = (fields: Record<string, string | number | undefined>): string =>
  listHref(codesHref, fields, { sort: "sent", direction: "desc", page: 1 });

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: Shown }, async ({ app, input }) => {
    const { unsent, select, therapist, ...filters } = input;
    const toast = await takeFlash(args, codeFlash);
    const zone = zoneForStaff(args.request);
    return {
      filters: { ...filters, therapist },
      zone,
      toast: toast && app.config.demo ? `${toast} It is in the demo's outbox.` : toast,
      unsent: unsent ? await describeUnsentCode(app, unsent) : null,
      isSelected: select === "all",
      databases: await listDatabaseNames(app.reads),
      ...(await listPendingCodes(app, filters, zone)),
    };
  });

const Form = ResendCode.extend(Shown.omit({ unsent: true, select: true }).shape);

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: Form }, async ({ app, who, input: { id, ...filters } }) => {
    const since = app.clock.now();
    const code = await resendCode(app, who, { id });
    if (await codeSentBy(app, { ...code, since })) {
      return redirectWithFlash<typeof codeFlash>(args, hrefOf(filters), "code-resent");
    }
    return redirect(hrefOf({ ...filters, unsent: code.id }), 303);
  });

export default function Codes() {
  const { filters, databases, zone, toast, unsent, isSelected, rows, more, total } =
    useLoaderData<typeof loader>();
  const problem = useProblem();
  const { db, therapist, page } = filters;
  const board = { db, therapist };
  const here = hrefOf(filters);
  return (
    <BoardPopup title={strings.pendingCodes} filters={board} toast={toast}>
      <div className="spread">
        <ButtonLink href={listHref(`${codesHref}/new`, board)} data-opens="">
          {strings.manualAdd}
        </ButtonLink>
        <p className="soft" role="status">
          {plural(total, "code")}
        </p>
      </div>
      {problem && <Notice tone="bad">{problem.message || "Failed to resend"}</Notice>}
      {unsent && (
        <Notice tone="warn" role="status">
          <p>{unsent.text}</p>
          {unsent.link && (
            <CopyField
              name="link"
              label="Link for the patient"
              hint="Give the patient this link or the code. The link opens their times."
              value={unsent.link}
            />
          )}
        </Notice>
      )}
      <CodeFilters filters={filters} databases={databases} />
      <CodeTable rows={rows} filters={filters} isSelected={isSelected} zone={zone} here={here} />
      <form action={`${codesHref}/resend`} id="pick-codes">
        <input type="hidden" name="back" value={here} />
        {rows.length > 0 && (
          <p className="buttons">
            <Button look="quiet" size="small">
              Resend selected codes…
            </Button>
            <ButtonLink href={csvHref(filters)} look="quiet" size="small">
              Export as CSV
            </ButtonLink>
            <span data-stays="">
              <a href={hrefOf({ ...filters, select: isSelected ? undefined : "all" })}>
                {isSelected ? "Clear selection" : `Select all ${rows.length} on this page`}
              </a>
            </span>
          </p>
        )}
      </form>
      <div data-stays="">
        <Pager page={page} more={more} of="the codes" hrefOf={(to) => hrefOf({ ...filters, page: to })} />
      </div>
    </BoardPopup>
  );
}

type Filters = Omit<PendingCodes, "db"> & { db?: string | undefined; therapist?: string | undefined };

const csvHref = ({ page: _, therapist: __, ...filters }: Filters) =>
  listHref(`${codesHref}.csv`, filters, { sort: "sent", direction: "desc" });

const sortNames: Record<CodeSort, string> = {
  sent: "Sent",
  expires: "Expires",
  opened: "Link opened",
  patient: "Patient ID",
  db: "Brightree DB",
};

const openedNames = { no: "Not opened", yes: "Opened" };

const expiryNames = { today: "Today", tomorrow: "Tomorrow", week: "Within 7 days" };

function CodeFilters({ filters, databases }: { filters: Filters; databases: string[] }) {
  const { db, search, expires, opened, sort, direction, therapist } = filters;
  const on = [db, expires, opened].filter(Boolean).length;
  return (
    <div className="filter-line" data-stays="">
      <form method="get" action={codesHref} className="toolbar filters" aria-label="Filters" data-stays="">
        <Field
          name="search"
          id="codes-search"
          label="Search"
          type="search"
          placeholder="Patient, code, phone, email"
          value={search}
          maxLength={100}
        />
        <FilterFold count={on} countId="codes-filter-count">
          <Choice name="db" id="codes-db" label="DB" value={db ?? ""}>
            <option value="">{strings.all}</option>
            {[...new Set(db ? [...databases, db] : databases)].map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </Choice>
          <Choice name="expires" id="codes-expires" label="Expires" value={expires ?? ""}>
            <option value="">{strings.all}</option>
            {Object.entries(expiryNames).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </Choice>
          <Choice name="opened" id="codes-opened" label="Link" value={opened ?? ""}>
            <option value="">{strings.all}</option>
            {Object.entries(openedNames).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </Choice>
          <Choice name="sort" id="codes-sort" label="Sort by" value={sort === "sent" ? "" : sort}>
            {Object.entries(sortNames).map(([value, name]) => (
              <option key={value} value={value === "sent" ? "" : value}>
                {name}
              </option>
            ))}
          </Choice>
          {therapist && <input type="hidden" name="therapist" value={therapist} />}
          {direction !== "desc" && <input type="hidden" name="direction" value={direction} />}
          <p className="buttons">
            <Button look="quiet">{strings.show}</Button>
          </p>
        </FilterFold>
      </form>
      <ActiveFilters
        labels={{
          db: db && `DB: ${db}`,
          search: search && `Search: ${search}`,
          expires: expires && `Expires: ${expiryNames[expires]}`,
          opened: opened && `Link: ${openedNames[opened]}`,
        }}
        hrefWithout={(name) => hrefOf({ ...filters, page: undefined, [name]: undefined })}
        clearHref={hrefOf({ therapist, sort, direction })}
      />
    </div>
  );
}

type CodeOfList = Awaited<ReturnType<typeof listPendingCodes>>["rows"][number];

interface CodeTableProps {
  rows: CodeOfList[];
  filters: Filters;
  isSelected: boolean;
  zone: string;
  here: string;
}

function CodeTable({ rows, filters, isSelected, zone, here }: CodeTableProps) {
  const columns: (Column<CodeOfList> & { sort?: CodeSort })[] = [
    {
      key: "code",
      head: "Code",
      cell: (code) => (
        <span className="picked">
          <label className="pick">
            <input
              type="checkbox"
              name="code"
              form="pick-codes"
              value={`${code.id}.${code.sent_at}`}
              defaultChecked={isSelected}
            />
            <span className="unseen">{`Select the code of patient ${code.patient_id}`}</span>
          </label>
          <span className="num">{code.code}</span>
        </span>
      ),
    },
    { key: "email", head: "Email", align: "id", cell: (code) => <Email address={code.email} /> },
    { key: "phone", head: "Phone", align: "when", cell: (code) => code.phone && formatPhone(code.phone) },
    {
      key: "patient",
      sort: "patient",
      head: "Patient ID",
      align: "name",
      cell: (code) => <PatientOfOrder order={{ ...code, id: code.order_id }} />,
    },
    { key: "db", sort: "db", head: "Brightree DB", align: "id", cell: (code) => code.brightree_db },
    {
      key: "sent",
      sort: "sent",
      head: "Sent",
      align: "when",
      cell: (code) => (
        <>
          {code.isUnsent && <span className="below">Not sent. Made</span>}
          <DateTime at={code.sent_at} zone={zone} />
          <span className="soft below small">
            {code.opened_at === null ? (
              "Link not opened"
            ) : (
              <>
                Link opened <DateTime at={code.opened_at} zone={zone} />
              </>
            )}
          </span>
        </>
      ),
    },
    {
      key: "expires",
      sort: "expires",
      head: "Expires",
      align: "when",
      cell: (code) => (
        <>
          <span className="only-stacked soft">Expires </span>
          <DateTime at={code.expires_at} zone={zone} format="day" />
        </>
      ),
    },
    {
      key: "resend",
      align: "acts",
      head: <span className="unseen">Resend</span>,
      cell: (code) => (
        <>
          <form method="post" action={here} data-in-place="" data-failed="❌ Error">
            <input type="hidden" name="id" value={code.id} />
            <Button look="quiet" size="small">
              Resend<span className="unseen"> the code to patient {code.patient_id}</span>
            </Button>
          </form>
          {code.link && (
            <details className="copy-link">
              <summary>
                Copy link<span className="unseen"> of patient {code.patient_id}</span>
              </summary>
              <CopyField
                name={`link-${code.id}`}
                label={`Link for patient ${code.patient_id}`}
                hint="It opens the patient's times without the code."
                value={code.link}
              />
            </details>
          )}
        </>
      ),
    },
  ];
  return (
    <Table
      caption={strings.pendingCodes}
      rows={rows}
      rowKey={(code) => code.id}
      empty={
        <EmptyList>
          {filters.search || filters.db || filters.expires || filters.opened || filters.therapist ? (
            <>
              {strings.noCodesForFilters} <a href={codesHref}>{strings.clearFilters}</a>
            </>
          ) : (
            strings.noCodes
          )}
        </EmptyList>
      }
      stacks
      staysInDialog
      columns={columns.map((column) => ({
        ...column,
        ...(column.sort && sortBy(codesHref, column.sort, { ...filters, page: undefined })),
      }))}
    />
  );
}

/** Lets the address wrap before a dot in the name or the @ in a narrow column. */
function Email({ address }: { address: string | null }) {
  const parts = (address ?? "").split(/(?=@|\..*@)/);
  return parts.flatMap((part, index) =>
    index > 0 ? [<wbr key={parts.slice(0, index).join("")} />, part] : part,
  );
}
