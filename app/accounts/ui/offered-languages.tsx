import { languageCodes, languages } from "~/core/language/languages";
import { Check } from "~/ui/components/field";
import { CheckGroup } from "./check-group";

/** The hidden empty value distinguishes "none checked" from a form without this field. */
export const OfferedLanguages = ({ offered }: { offered: readonly string[] }) => (
  <CheckGroup name="languages" label="Languages for patients">
    <p className="hint">Patients can switch between these. If you offer only one, patients can't switch.</p>
    <input type="hidden" name="languages" value="" />
    <div className="pair">
      {languageCodes.map((code) => (
        <Check
          key={code}
          name="languages"
          value={code}
          label={<span lang={code}>{languages[code].name}</span>}
          defaultChecked={offered.includes(code)}
        />
      ))}
    </div>
  </CheckGroup>
);
