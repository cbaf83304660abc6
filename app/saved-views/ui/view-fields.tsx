import { isSupervisor } from "~/core/who";
import { Check, Choice, Field } from "~/ui/components/field";
import { usePage } from "~/ui/page-context";

interface ViewFieldsProps {
  view?: { name: string; pinned: number; shared_with: string | null };
}

export function ViewFields({ view }: ViewFieldsProps) {
  const { staff } = usePage();
  return (
    <>
      <Field name="name" label="Name" value={view?.name} maxLength={60} autoComplete="off" required />
      <Check name="pinned" label="Show in the navigation" defaultChecked={view ? view.pinned === 1 : true} />
      {staff && isSupervisor(staff) && (
        <Choice name="shared_with" label="Who else sees it" value={view?.shared_with ?? ""}>
          <option value="">No one</option>
          <option value="supervisor">All supervisors</option>
          <option value="admin">All admins</option>
        </Choice>
      )}
    </>
  );
}
