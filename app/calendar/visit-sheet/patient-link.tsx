interface PatientLinkProps {
  order: { patient_id: number; brightree_db: string };
  link: { needs_org: boolean; patient_url: string | null; sso_url: string | null };
  /** The page where the user enters the organization code; false if the user may not enter it. */
  setUpHref: string | false;
}

/** The script opens the single sign-on page first. */
export function PatientLink({ order, link, setUpHref }: PatientLinkProps) {
  const data = { "data-patient-link": order.patient_id, "data-db": order.brightree_db };
  if (link.needs_org || !link.patient_url) {
    if (!setUpHref) return order.patient_id;
    return (
      <a href={setUpHref} {...data} data-form={setUpHref}>
        {order.patient_id}
      </a>
    );
  }
  return (
    <>
      <a
        href={link.patient_url}
        {...data}
        data-form={setUpHref || undefined}
        target="_blank"
        rel="noreferrer"
      >
        {order.patient_id}
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
