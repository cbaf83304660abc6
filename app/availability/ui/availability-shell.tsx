import type { ReactNode } from "react";
import { usePage } from "~/ui/page-context";
import { StaffShell } from "~/ui/shells/staff-shell";
import { AvailabilityPages } from "./availability-pages";

interface AvailabilityShellProps {
  therapist: { id: number; name: string };
  page: string;
  toast?: string | null | undefined;
  children: ReactNode;
}

export function AvailabilityShell({ therapist, page, toast, children }: AvailabilityShellProps) {
  const { staff } = usePage();
  return (
    <StaffShell
      title={`Availability: ${therapist.name}`}
      here={staff?.therapistId === therapist.id ? "/therapist" : "/calendars"}
      toast={toast ?? null}
    >
      <AvailabilityPages therapistId={therapist.id} page={page} />
      {children}
    </StaffShell>
  );
}
