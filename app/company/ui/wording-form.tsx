import { plural } from "~/core/plural";
import { TextField } from "~/ui/components/field";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import type { WordingRow } from "../wording/list-wording";
import { partNames } from "../wording/sentences";
import type { ShownWording } from "./wording-filters";

interface WordingFormProps {
  shown: ShownWording;
  version: number;
  rows: readonly WordingRow[];
}

export function WordingForm({ shown, version, rows }: WordingFormProps) {
  const { company, language, part, q } = shown;
  if (rows.length === 0) return <p>No sentence contains “{q}”. Try fewer words.</p>;
  const heading = q
    ? `${plural(rows.length, "sentence")} with “${q}”`
    : `${partNames[part]}: ${plural(rows.length, "sentence")}`;
  return (
    <PostForm className="wording-form">
      <Problem />
      <Notice tone="warn">
        {language === "en"
          ? "Carriers and regulators expect some of the English sentences, especially the ones about consent, to appear exactly as written. Change them only if you need to."
          : "Have a qualified translator review every sentence that you change (45 CFR 92.201)."}
      </Notice>
      <input type="hidden" name="company" value={company} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="language" value={language} />
      <input type="hidden" name="part" value={part} />
      <input type="hidden" name="q" value={q} />
      <h2>{heading}</h2>
      <ul className="sentences">
        {rows.map((row) => (
          <SentenceField key={row.key} row={row} language={language} hasPart={q !== ""} />
        ))}
      </ul>
      <FormButtons>Save</FormButtons>
    </PostForm>
  );
}

interface SentenceFieldProps {
  row: WordingRow;
  language: string;
  /** True if the label includes the part, because several parts are listed. */
  hasPart: boolean;
}

function SentenceField({ row, language, hasPart }: SentenceFieldProps) {
  const { key, part, name, text, own, length, problem } = row;
  return (
    <li>
      <TextField
        name={key}
        label={hasPart ? `${partNames[part]} › ${name}` : name}
        hint={
          <>
            {"Default: "}
            <span lang={language}>{text}</span>
          </>
        }
        value={own ?? ""}
        lang={language}
        rows={text.length > 90 ? 3 : 1}
      />
      {length && <p className="small soft">{length.message}</p>}
      {length?.warning && <p className="small warning">{length.warning}</p>}
      {problem && <p className="small warning">Your wording no longer fits the default. {problem}</p>}
      {own !== null && (
        <button type="submit" className="button plain" name="default" value={key}>
          Restore default
        </button>
      )}
    </li>
  );
}
