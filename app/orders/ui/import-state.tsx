import { plural } from "~/core/plural";
import type { Row } from "~/db/tables";
import { Button, ButtonLink, QuietLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { DateTime } from "~/ui/date-time";
import { fieldName } from "../import/choose-columns";
import { stepNames, steps } from "../step";

type Shown = Omit<Row<"imports">, "user_id" | "address" | "stored_as" | "mapping">;

interface State {
  shown: Shown;
  /** How many other imports run first. */
  waitsFor: number;
  /** In milliseconds UTC; null if it can't be undone. */
  undoableUntil: number | null;
  /** How many orders an undo left as they are. */
  keptCount: number;
  /** How many of the added orders have no visit and no link that was given to the patient. */
  linkless: number;
  /** How many of the added orders are in step 1. */
  inFirstStep: number;
  hasSteps: boolean;
}

const number = (count: number) => count.toLocaleString("en-US");

export function ImportState(state: State) {
  const { shown } = state;
  const working = ["checking", "importing", "undoing"].includes(shown.status);
  const here = `/admin/import/${shown.id}`;
  return (
    <section
      className="panel reading"
      id="import-state"
      aria-live="polite"
      data-working={working ? shown.status : undefined}
    >
      {working && <Working {...state} />}
      {shown.status === "columns" && (
        <>
          <Notice tone="dawn">Firstnight needs to know which column goes where.</Notice>
          <p className="buttons">
            <ButtonLink href={`${here}/columns`}>Choose the columns</ButtonLink>
            <QuietLink href={`${here}/discard`}>Discard</QuietLink>
          </p>
        </>
      )}
      {shown.status === "checked" && <Checked shown={shown} />}
      {shown.status === "done" && <Done {...state} />}
      {shown.status === "stopped" && <Stopped {...state} />}
      {shown.status === "undone" && <Undone {...state} />}
      {shown.status === "failed" && (
        <>
          <Notice tone="bad">{shown.problem}</Notice>
          <p className="buttons">
            <ButtonLink href="/admin/import">Choose another file</ButtonLink>
          </p>
        </>
      )}
    </section>
  );
}

const verbs: Partial<Record<Shown["status"], string>> = {
  checking: "Checking the file",
  importing: "Importing orders",
};

function Working({ shown, waitsFor }: State) {
  const percent = Math.min(100, Math.floor((shown.bytes_read / Math.max(1, shown.bytes)) * 100));
  const here = `/admin/import/${shown.id}`;
  return (
    <>
      {shown.status === "undoing" ? (
        <p>Undoing the import.</p>
      ) : (
        <>
          <p>
            <label htmlFor="import-progress">
              {verbs[shown.status]}:{" "}
              <span id="import-percent" aria-live="off">
                {percent}%
              </span>
            </label>
          </p>
          <progress id="import-progress" max={100} value={percent} />
        </>
      )}
      {waitsFor > 0 && <p>{`This starts after ${plural(waitsFor, "other import")}.`}</p>}
      <p className="soft">You can leave this page. The work continues in the background.</p>
      <p className="buttons">
        <QuietLink href={here}>Refresh</QuietLink>
        {shown.status === "importing" && <QuietLink href={`${here}/stop`}>Stop the import</QuietLink>}
        {shown.status === "checking" && <QuietLink href={`${here}/discard`}>Discard</QuietLink>}
      </p>
    </>
  );
}

const repeats = (count: number) =>
  plural(
    count,
    "line repeats an order of this file. Each order is imported once, with the values of its last line.",
    "lines repeat orders of this file. Each order is imported once, with the values of its last line.",
  );

function Checked({ shown }: { shown: Shown }) {
  const { bad_lines: bad, flagged_lines: flagged, skipped_lines: skipped, inserted, updated } = shown;
  const orders = shown.good_rows - shown.repeated_rows;
  const hasProblems = bad + flagged > 0;
  const here = `/admin/import/${shown.id}`;
  const fields = Object.entries(JSON.parse(shown.changed_fields ?? "{}") as Record<string, number>);
  return (
    <>
      <Notice tone={shown.good_rows === 0 ? "bad" : hasProblems ? "warn" : "good"}>
        {plural(orders, "order")} can be imported{hasProblems ? "." : ", and no line has a problem."}
      </Notice>
      <ul className="import-plan">
        {inserted > 0 && <li>{`${plural(inserted, "new order")} will be added.`}</li>}
        {updated > 0 && (
          <li>
            {`${plural(updated, "order")} will change`}
            {fields.length > 0 &&
              `: ${fields.map(([field, count]) => `${fieldName(field)} in ${number(count)}`).join(", ")}`}
            .
          </li>
        )}
        {shown.unchanged > 0 && <li>{`${plural(shown.unchanged, "order")} will stay unchanged.`}</li>}
        {shown.repeated_rows > 0 && <li>{repeats(shown.repeated_rows)}</li>}
        {flagged > 0 && (
          <li>
            {plural(
              flagged,
              "line has a value that can't be read and will be imported without it.",
              "lines have values that can't be read and will be imported without them.",
            )}
          </li>
        )}
        {bad > 0 && (
          <li>
            {plural(
              bad,
              "line has a problem and won't be imported.",
              "lines have problems and won't be imported.",
            )}
          </li>
        )}
        {skipped > 0 && (
          <li>
            {plural(
              skipped,
              "line isn't an order, such as a total.",
              "lines aren't orders, such as a total.",
            )}
          </li>
        )}
      </ul>
      <form method="post" className="buttons">
        {shown.good_rows > 0 && <Button>{`Import ${plural(orders, "order")}`}</Button>}
        <QuietLink href={`${here}/columns`}>Change the columns</QuietLink>
        <QuietLink href={`${here}/discard`}>Discard</QuietLink>
      </form>
    </>
  );
}

function UndoUntil({ shown, undoableUntil }: State) {
  if (undoableUntil === null || shown.inserted + shown.updated === 0) return null;
  return (
    <p className="soft">
      You can <a href={`/admin/import/${shown.id}/undo`}>undo this import</a> until{" "}
      <DateTime at={undoableUntil} />.
    </p>
  );
}

const SendLinks = ({ shown: { id }, linkless }: State) =>
  linkless > 0 && (
    <ButtonLink
      href={`/orders/links?import=${id}`}
    >{`Send links to ${plural(linkless, "patient")}…`}</ButtonLink>
  );

/** Shows where orders without a step are, and what moves them on. */
const FirstStep = ({ linkless, inFirstStep, hasSteps }: State) =>
  inFirstStep > 0 && (
    <p>
      {hasSteps
        ? `${plural(inFirstStep, "new order is", "new orders are")} in step 1, ${stepNames[0]}. `
        : `The file has no steps, so ${plural(inFirstStep, "new order is", "new orders are")} in step 1, ${stepNames[0]}. `}
      {linkless > 0 &&
        `To let these patients book now, send them links: their orders move to step 5, ${stepNames[steps.linkSent - 1]}.`}
    </p>
  );

function Done(state: State) {
  const { shown } = state;
  const { bad_lines: bad, flagged_lines: flagged, skipped_lines: skipped } = shown;
  const hasProblems = bad + flagged > 0;
  return (
    <>
      <Notice tone={hasProblems ? "warn" : "good"}>
        {plural(shown.inserted, "new order")}, {number(shown.updated)} changed, {number(shown.unchanged)}{" "}
        unchanged
        {bad > 0 && `; ${plural(bad, "line")} rejected`}
        {flagged > 0 && `; ${plural(flagged, "line")} imported without a value that can't be read`}.
      </Notice>
      {shown.repeated_rows > 0 && <p className="soft">{repeats(shown.repeated_rows)}</p>}
      {skipped > 0 && (
        <p className="soft">
          {plural(
            skipped,
            "line wasn't an order, such as a total.",
            "lines weren't orders, such as a total.",
          )}
        </p>
      )}
      <FirstStep {...state} />
      <p className="buttons">
        <SendLinks {...state} />
        {hasProblems && (
          <ButtonLink
            href={`/admin/import/${shown.id}/rejected.csv`}
            look={state.linkless > 0 ? "quiet" : "main"}
          >
            Download rows with problems
          </ButtonLink>
        )}
        <QuietLink href="/admin/import">Import another file</QuietLink>
      </p>
      {hasProblems && (
        <p className="soft">
          Correct single lines here, or correct the downloaded file in Excel and upload it again. Lines that
          are already in don't change.
        </p>
      )}
      <UndoUntil {...state} />
    </>
  );
}

function Stopped(state: State) {
  const { shown } = state;
  const here = `/admin/import/${shown.id}`;
  return (
    <>
      <Notice tone="warn">
        The import was stopped. {plural(shown.inserted, "new order")} and{" "}
        {plural(shown.updated, "changed order")} are in. The rest of the file isn't.
      </Notice>
      <form method="post" className="buttons">
        <Button>Import the rest</Button>
        <SendLinks {...state} />
        <QuietLink href={`${here}/discard`}>Discard</QuietLink>
      </form>
      <UndoUntil {...state} />
    </>
  );
}

function Undone({ shown, keptCount }: State) {
  const undone = shown.inserted + shown.updated - keptCount;
  return (
    <>
      <Notice tone={keptCount > 0 ? "warn" : "good"}>
        The import was undone for {plural(undone, "order")}
        {keptCount > 0 && `. ${plural(keptCount, "order")} stayed as imported`}.
      </Notice>
      <p className="buttons">
        <QuietLink href="/admin/import">Import another file</QuietLink>
      </p>
    </>
  );
}
