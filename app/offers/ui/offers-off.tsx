import { Notice } from "~/ui/components/notice";
import { usePage } from "~/ui/page-context";

/** Shows nothing if every company offers earlier times. */
export function OffersOff({ companies }: { companies: readonly string[] }) {
  const { staff } = usePage();
  if (companies.length === 0) return null;
  return (
    <Notice tone="dawn">
      Earlier times are turned off for {companies.join(", ")}. Their patients don't get offers.{" "}
      {staff?.roles.includes("admin") ? (
        <a href={`/admin/company?company=${encodeURIComponent(companies[0] ?? "")}#earlier`}>
          Turn them on under Company
        </a>
      ) : (
        "An admin can turn them on under Company."
      )}
    </Notice>
  );
}
