import { useProblem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";

const labels: Record<string, string> = {
  name: "Name",
  phone: "Phone",
  support_hours: "Support hours",
  website: "Website",
  reply_to: "Reply-to email",
  address: "Mailing address",
  privacy_notice: "Privacy notice",
  privacy_practices: "Notice of privacy practices",
  terms: "Terms",
  message_frequency: "How often you text",
  languages: "Languages for patients",
  about_visit_en: "What to have ready, in English",
  about_visit_es: "What to have ready, in Spanish",
  offer_wave_minutes: "Minutes between offers",
  offer_cutoff_hours: "Stop offers this many hours before the visit",
  nudge_days: "Remind patients without a visit after (days)",
};

/** Lists the form's errors, with links to the fields. */
export function CompanyProblem() {
  const problem = useProblem();
  if (!problem) return null;
  const wrong = Object.entries(problem.fields).filter(([name]) => name in labels);
  if (wrong.length === 0) return <Notice tone="bad">{problem.message}</Notice>;
  return (
    <Notice tone="bad">
      <p>Nothing was saved.</p>
      <ul>
        {wrong.map(([name, [message]]) => (
          <li key={name}>
            <a href={`#f-${name}`}>{labels[name]}</a>: {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
