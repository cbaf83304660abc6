import type { LegalNotices } from "~/company/legal-notices.server";
import { WebLink } from "~/ui/breaking-address";

/** The company that the notice is from. The phone number is in the footer. */
export function CompanyAddress({
  name,
  address,
  website,
}: Pick<LegalNotices, "name" | "address" | "website">) {
  const lines = (address ?? "").split(/\r?\n/).filter((line) => line.trim());
  return (
    <address className="company-address">
      <b>{name}</b>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
      {website && <WebLink href={website} />}
    </address>
  );
}
