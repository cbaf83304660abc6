import { languageCodes, languages } from "~/core/language/languages";
import { Check } from "~/ui/components/field";
import { useProblem } from "~/ui/components/form";

/** The hidden empty value distinguishes "none checked" from a form without this field. */
export function OfferedLanguages({ offered }: { offered: readonly string[] }) {
  const problem = useProblem();
  const checked = problem?.typed.languages?.split(",") ?? offered;
  const wrong = problem?.fields.languages;
  return (
    <fieldset className="field" id="f-languages" aria-describedby={wrong && "f-languages-wrong"}>
      <legend className="label">Languages for patients</legend>
      <p className="hint">Patients can switch between these. With only one, there is no switch.</p>
      <input type="hidden" name="languages" value="" />
      <div className="pair">
        {languageCodes.map((code) => (
          <Check
            key={code}
            name="languages"
            value={code}
            label={<span lang={code}>{languages[code].name}</span>}
            defaultChecked={checked.includes(code)}
          />
        ))}
      </div>
      {wrong && (
        <p className="wrong" id="f-languages-wrong">
          {wrong[0]}
        </p>
      )}
    </fieldset>
  );
}
