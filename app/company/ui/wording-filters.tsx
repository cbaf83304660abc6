import { languageCodes, languages } from "~/core/language/languages";
import { Button, QuietLink } from "~/ui/components/button";
import { Choice, Field } from "~/ui/components/field";
import { partNames } from "../wording/sentences";

export interface ShownWording {
  company: string;
  language: string;
  part: string;
  q: string;
}

interface WordingFiltersProps {
  shown: ShownWording;
  counts: Record<string, number>;
}

export function WordingFilters({ shown, counts }: WordingFiltersProps) {
  const { company, language, part, q } = shown;
  const all = new URLSearchParams({ company, language, part });
  return (
    <form className="toolbar" method="get">
      <input type="hidden" name="company" value={company} />
      <Choice name="language" label="Language" value={language}>
        {languageCodes.map((code) => (
          <option key={code} value={code} lang={code}>
            {languages[code].name}
          </option>
        ))}
      </Choice>
      <Choice name="part" label="Part" value={part}>
        {Object.entries(partNames).map(([name, title]) => (
          <option key={name} value={name}>
            {counts[name] ? `${title} (${counts[name]} custom)` : title}
          </option>
        ))}
      </Choice>
      <Field name="q" label="Search all parts" type="search" value={q} maxLength={100} />
      <Button>Show</Button>
      {q && <QuietLink href={`?${all}`}>Clear search</QuietLink>}
    </form>
  );
}
