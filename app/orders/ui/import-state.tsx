import { plural } from "~/core/plural";
import type { Row } from "~/db/tables";
import { Button, ButtonLink, QuietLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";

type Shown = Omit<Row<"imports">, "user_id" | "address" | "stored_as">;

const number = (count: number) => count.toLocaleString("en-US");

export function ImportState({ shown }: { shown: Shown }) {
  const working = shown.status === "checking" || shown.status === "importing";
  return (
    <section
      className="panel reading"
      id="import-state"
      aria-live="polite"
      data-working={working ? shown.status : undefined}
    >
      {working && <Working shown={shown} />}
      {shown.status === "checked" && <Checked shown={shown} />}
      {shown.status === "done" && <Done shown={shown} />}
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

function Working({ shown }: { shown: Shown }) {
  const percent = Math.min(100, Math.floor((shown.bytes_read / Math.max(1, shown.bytes)) * 100));
  const verb = shown.status === "checking" ? "Checking the file" : "Importing orders";
  return (
    <>
      <p>
        <label htmlFor="import-progress">
          {verb}:{" "}
          <span id="import-percent" aria-live="off">
            {percent}%
          </span>
        </label>
      </p>
      <progress id="import-progress" max={100} value={percent} />
      <p className="soft">You can leave this page. The work continues in the background.</p>
      <p className="buttons">
        <QuietLink href={`/admin/import/${shown.id}`}>Refresh</QuietLink>
      </p>
    </>
  );
}

function Checked({ shown }: { shown: Shown }) {
  const { bad_lines: bad, flagged_lines: flagged } = shown;
  const skipped = plural(
    bad,
    "line has a problem and will be skipped",
    "lines have problems and will be skipped",
  );
  const incomplete = plural(
    flagged,
    "line has a value that can't be read and will be imported without it",
    "lines have values that can't be read and will be imported without them",
  );
  const problems = [...(bad > 0 ? [skipped] : []), ...(flagged > 0 ? [incomplete] : [])];
  return (
    <>
      <Notice tone={shown.good_rows === 0 ? "bad" : problems.length > 0 ? "warn" : "good"}>
        {plural(shown.good_rows, "order")} can be imported
        {problems.length > 0 ? `; ${problems.join("; ")}.` : ", and no line has a problem."}
      </Notice>
      <form method="post" className="buttons">
        {shown.good_rows > 0 && <Button>{`Import ${plural(shown.good_rows, "order")}`}</Button>}
        <QuietLink href={`/admin/import/${shown.id}/discard`}>Discard</QuietLink>
      </form>
    </>
  );
}

function Done({ shown }: { shown: Shown }) {
  const { bad_lines: bad, flagged_lines: flagged } = shown;
  const hasProblems = bad + flagged > 0;
  return (
    <>
      <Notice tone={hasProblems ? "warn" : "good"}>
        {plural(shown.inserted, "new order")}, {number(shown.updated)} changed, {number(shown.unchanged)}{" "}
        unchanged
        {bad > 0 && `; ${plural(bad, "line")} rejected`}
        {flagged > 0 && `; ${plural(flagged, "line")} imported without a value that can't be read`}.
      </Notice>
      <p className="buttons">
        {hasProblems && (
          <ButtonLink href={`/admin/import/${shown.id}/rejected.csv`}>Download rows with problems</ButtonLink>
        )}
        <QuietLink href="/admin/import">Import another file</QuietLink>
      </p>
    </>
  );
}
