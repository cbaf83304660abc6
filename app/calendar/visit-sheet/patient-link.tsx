import type { Visit } from "~/visits/visit";

interface PatientLinkProps {
  visit: Visit;
  link: { needs_org: boolean; patient_url: string | null; sso_url: string | null };
  back: string;
  maySetUp: boolean;
}

/** The script opens single sign-on first. */
export function PatientLink({ visit, link, back, maySetUp }: PatientLinkProps) {
  const data = { "data-patient-link": visit.patient_id, "data-db": visit.brightree_db };
  const form = `/visits/${visit.id}/organization?back=${encodeURIComponent(back)}`;
  if (link.needs_org && !maySetUp) return visit.patient_id;
  if (link.needs_org || !link.patient_url) {
    return (
      <a href={form} {...data} data-form={form}>
        {visit.patient_id}
      </a>
    );
  }
  return (
    <>
      <a href={link.patient_url} {...data} data-form={form} target="_blank" rel="noreferrer">
        {visit.patient_id}
        <span className="unseen"> in the order system (new tab)</span>
      </a>
      {link.sso_url && (
        <noscript>
          {" "}
          <a href={link.sso_url} target="_blank" rel="noreferrer">
            Sign in to the order system first
          </a>
        </noscript>
      )}
    </>
  );
}
