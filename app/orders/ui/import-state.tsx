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
  const bad = plural(
    shown.bad_lines,
    "line has a problem and will be skipped",
    "lines have problems and will be skipped",
  );
  return (
    <>
      <Notice tone={shown.good_rows === 0 ? "bad" : shown.bad_lines > 0 ? "warn" : "good"}>
        {plural(shown.good_rows, "order")} can be imported
        {shown.bad_lines > 0 ? `; ${bad}.` : ", and no line has a problem."}
      </Notice>
      <form method="post" className="buttons">
        {shown.good_rows > 0 && <Button>{`Import ${plural(shown.good_rows, "order")}`}</Button>}
        <QuietLink href={`/admin/import/${shown.id}/discard`}>Discard</QuietLink>
      </form>
    </>
  );
}

function Done({ shown }: { shown: Shown }) {
  return (
    <>
      <Notice tone={shown.bad_lines > 0 ? "warn" : "good"}>
        {plural(shown.inserted, "new order")}, {number(shown.updated)} changed, {number(shown.unchanged)}{" "}
        unchanged
        {shown.bad_lines > 0 ? `; ${plural(shown.bad_lines, "line")} rejected.` : "."}
      </Notice>
      <p className="buttons">
        {shown.bad_lines > 0 && (
          <ButtonLink href={`/admin/import/${shown.id}/rejected.csv`}>Download rejected rows</ButtonLink>
        )}
        <QuietLink href="/admin/import">Import another file</QuietLink>
      </p>
    </>
  );
}
