interface PatientLinkProps {
  order: { patient_id: number };
  link: { patient_url: string | null; sso_url: string | null };
  /** The page where the user enters the organization code, if it is missing. */
  organizationHref: string;
}

/** With single sign-on, a script opens the sign-in page first (open-patient.ts). */
export function PatientLink({ order, link, organizationHref }: PatientLinkProps) {
  const { patient_url: href, sso_url: signIn } = link;
  if (!href) {
    return (
      <a href={organizationHref} data-opens="" data-patient-link={order.patient_id}>
        {order.patient_id}
        <span className="unseen"> in the order system: enter the organization code first</span>
      </a>
    );
  }
  return (
    <>
      <a
        href={href}
        data-patient-link={order.patient_id}
        data-sign-in={signIn ?? undefined}
        target="_blank"
        rel="noreferrer"
      >
        {order.patient_id}
        <span className="unseen"> in the order system (new tab)</span>
      </a>
      {signIn && (
        <noscript>
          {" "}
          <a href={signIn} target="_blank" rel="noreferrer">
            Sign in to the order system first
          </a>
        </noscript>
      )}
    </>
  );
}
