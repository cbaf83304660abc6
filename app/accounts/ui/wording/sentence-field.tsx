import type { WordingRow } from "~/company/wording/list-wording";
import { partNames } from "~/company/wording/sentences";
import { TextField } from "~/ui/components/field";

interface SentenceFieldProps {
  row: WordingRow;
  language: string;
  /** True if the label includes the part, because several parts are listed. */
  hasPart: boolean;
}

export function SentenceField({ row, language, hasPart }: SentenceFieldProps) {
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
