import { plural } from "~/core/plural";
import { Table } from "~/ui/components/table";
import { fieldName } from "../import/choose-columns";

interface Group {
  field: string;
  error: string;
  kind: "refused" | "flagged" | "similar";
  count: number;
  line: number;
  values: string[];
  missingDatabase: string | null;
}

const names: Record<string, [one: string, many: string]> = {
  brightree_db: ["database", "databases"],
  patient_id: ["patient ID", "patient IDs"],
  sales_order_no: ["sales order number", "sales order numbers"],
  patient_name: ["patient name", "patient names"],
  dob: ["birth date", "birth dates"],
  phone: ["phone number", "phone numbers"],
  email: ["email address", "email addresses"],
  state: ["state", "states"],
  step: ["step", "steps"],
  step_reached_at: ["step's date", "steps' dates"],
  referral_at: ["referral date", "referral dates"],
  recdate: ["received date", "received dates"],
  language: ["language", "languages"],
  interpreter: ["interpreter's language", "interpreters' languages"],
  line: ["line", "lines"],
};

const namesOf = (field: string): [one: string, many: string] =>
  names[field] ?? [`value of ${fieldName(field)}`, `values of ${fieldName(field)}`];

/** "84 birth dates couldn't be read: 3/4/56, 13/45/60, N/A, …" */
function summaryOf({ field, kind, count, values, error }: Group): string {
  const [one, many] = namesOf(field);
  const examples = values.length > 0 ? `: ${values.join(", ")}${count > values.length ? ", …" : ""}` : "";
  if (field === "second_phone") {
    return `${plural(count, "patient gets", "patients get")} the home or second phone${examples}`;
  }
  if (kind === "similar" && field !== "sales_order_no") {
    const cells = plural(count, "cell has", "cells have");
    return `${cells} several ${many}, of which the first is used${examples}`;
  }
  if (kind === "similar") {
    return `${plural(count, "order number differs", "order numbers differ")} from another one only by zeros at the start${examples}`;
  }
  if (field === "brightree_db" && error.startsWith("Database ")) {
    return `${plural(count, "line is", "lines are")} of a database that isn't set up${examples}`;
  }
  if (error.endsWith("belongs to another patient.")) {
    return `${plural(count, "order number belongs", "order numbers belong")} to another patient${examples}`;
  }
  if (values.length === 0 && field !== "line") return `${plural(count, "line has", "lines have")} no ${one}`;
  return `${plural(count, one, many)} couldn't be read${examples}`;
}

const headings = {
  refused: "Not imported",
  flagged: "Imported without a value",
  similar: "Worth a look",
} as const;

const notYet = {
  refused: "Won't be imported",
  flagged: "Will be imported without a value",
  similar: "Worth a look",
} as const;

const advice = {
  similar:
    "If both are the same order, the spreadsheet dropped the zeros. Format the column as text there, and upload the file again.",
  line: "Correct these lines in the file, then upload it again.",
};

/** The problems of a file by cause, each with its lines on another page. */
export function ImportProblems({
  groups,
  importId,
  canCorrect,
}: {
  groups: readonly Group[];
  importId: number;
  canCorrect: boolean;
}) {
  const kinds = (["refused", "flagged", "similar"] as const).filter((kind) =>
    groups.some((group) => group.kind === kind),
  );
  return kinds.map((kind) => (
    <section key={kind} className="stack" aria-label={(canCorrect ? headings : notYet)[kind]}>
      <h2>{(canCorrect ? headings : notYet)[kind]}</h2>
      <ul className="causes">
        {groups
          .filter((group) => group.kind === kind)
          .map((group) => (
            <li key={`${group.field} ${group.line}`}>
              <p>
                <strong>{summaryOf(group)}</strong>
              </p>
              <p className="soft">
                {group.kind === "similar" && group.field === "sales_order_no"
                  ? advice.similar
                  : group.field === "line"
                    ? `${group.error} ${advice.line}`
                    : group.error}{" "}
                {group.missingDatabase && (
                  <a
                    href={`/admin/databases?${new URLSearchParams({ name: group.missingDatabase, import: `${importId}` })}#add`}
                  >
                    Add this database
                  </a>
                )}
              </p>
              <p>
                <a href={`/admin/import/${importId}?field=${group.field}&line=${group.line}`}>
                  {canCorrect && group.kind !== "similar" && group.field !== "line"
                    ? `Show or correct ${plural(group.count, "line")}`
                    : `Show ${plural(group.count, "line")}`}
                </a>
              </p>
            </li>
          ))}
      </ul>
    </section>
  ));
}

interface ProblemRow {
  line: number;
  error: string;
  patient: string | null;
  value: string | null;
}

export function ProblemRows({
  rows,
  importId,
  canCorrect,
}: {
  rows: readonly ProblemRow[];
  importId: number;
  canCorrect: boolean;
}) {
  return (
    <Table
      caption="Lines with this problem"
      stacks
      rows={rows}
      rowKey={({ line }) => line}
      empty="No line has this problem anymore."
      columns={[
        { head: "Line", align: "right", cell: ({ line }) => line },
        { head: "Patient", align: "name", cell: ({ patient }) => patient ?? "–" },
        { head: "Value", cell: ({ value }) => value || "Empty" },
        { head: "Problem", cell: ({ error }) => error },
        ...(canCorrect
          ? [
              {
                head: "Action",
                cell: ({ line }: ProblemRow) => (
                  <a href={`/admin/import/${importId}/rows/${line}`}>{`Correct line ${line}`}</a>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}
