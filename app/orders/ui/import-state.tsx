import { plural } from "~/core/plural";
import type { Row } from "~/db/tables";
import { Button, ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";

type Shown = Omit<Row<"imports">, "user_id" | "address" | "stored_as">;

const number = (count: number) => count.toLocaleString("en-US");

export function ImportState({ of }: { of: Shown }) {
  const working = of.status === "checking" || of.status === "importing";
  return (
    <section
      className="panel reading"
      id="import-state"
      aria-live="polite"
      data-working={working ? of.status : undefined}
    >
      {working && <Working of={of} />}
      {of.status === "checked" && <Checked of={of} />}
      {of.status === "done" && <Done of={of} />}
      {of.status === "failed" && (
        <>
          <Notice tone="bad">{of.problem}</Notice>
          <p className="buttons">
            <ButtonLink href="/admin/import">Choose another file</ButtonLink>
          </p>
        </>
      )}
    </section>
  );
}

function Working({ of }: { of: Shown }) {
  const percent = Math.min(100, Math.floor((of.bytes_read / Math.max(1, of.bytes)) * 100));
  const verb = of.status === "checking" ? "Checking the file" : "Importing orders";
  return (
    <>
      <p>
        <label htmlFor="import-progress">
          {verb}:{" "}
          <span id="import-percent" aria-live="off">
            {percent} %
          </span>
        </label>
      </p>
      <progress id="import-progress" max={100} value={percent} />
      <p className="soft">You can leave this page. The work continues.</p>
      <p className="buttons">
        <ButtonLink href={`/admin/import/${of.id}`} look="quiet">
          Refresh
        </ButtonLink>
      </p>
    </>
  );
}

function Checked({ of }: { of: Shown }) {
  const bad = plural(
    of.bad_lines,
    "line has a problem and is skipped",
    "lines have problems and are skipped",
  );
  return (
    <>
      <Notice tone={of.good_rows === 0 ? "bad" : of.bad_lines > 0 ? "warn" : "good"}>
        {plural(of.good_rows, "order")} can be imported
        {of.bad_lines > 0 ? `; ${bad}.` : ", and no line has a problem."}
      </Notice>
      <form method="post" className="buttons">
        {of.good_rows > 0 && <Button>{`Import ${plural(of.good_rows, "order")}`}</Button>}
        <ButtonLink href={`/admin/import/${of.id}/discard`} look="quiet">
          Discard
        </ButtonLink>
      </form>
    </>
  );
}

function Done({ of }: { of: Shown }) {
  return (
    <>
      <Notice tone={of.bad_lines > 0 ? "warn" : "good"}>
        {plural(of.inserted, "new order")}, {number(of.updated)} changed, {number(of.unchanged)} as they were
        {of.bad_lines > 0 ? `; ${plural(of.bad_lines, "line")} rejected.` : "."}
      </Notice>
      <p className="buttons">
        {of.bad_lines > 0 && (
          <ButtonLink href={`/admin/import/${of.id}/rejected.csv`}>Download the rejected rows</ButtonLink>
        )}
        <ButtonLink href="/admin/import" look="quiet">
          Import another file
        </ButtonLink>
      </p>
    </>
  );
}
