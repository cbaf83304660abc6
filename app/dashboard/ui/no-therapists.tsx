import { usePage } from "~/ui/page-context";

/** In place of a list of therapists. Without filters, it is empty only before the first therapist is added. */
export function NoTherapists({ isFiltered = false }: { isFiltered?: boolean }) {
  const isAdmin = usePage().staff?.roles.includes("admin");
  if (isFiltered) return "No therapists match these filters.";
  return (
    <>
      There are no therapists yet.{" "}
      {isAdmin ? <a href="/therapists/new">Add a therapist</a> : "Ask your admin to add one."}
    </>
  );
}
