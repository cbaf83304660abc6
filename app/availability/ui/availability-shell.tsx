import type { ReactNode } from "react";
import type { Staff } from "~/core/who";
import { StaffShell } from "~/ui/shells/staff-shell";
import { AvailabilityPages } from "./availability-pages";

interface AvailabilityShellProps {
  therapist: { id: number; name: string };
  staff: Staff;
  page: string;
  toast?: string | null | undefined;
  children: ReactNode;
}

export function AvailabilityShell({ therapist, staff, page, toast, children }: AvailabilityShellProps) {
  return (
    <StaffShell
      title={`Availability: ${therapist.name}`}
      who={staff}
      here={staff.therapistId === therapist.id ? "/therapist" : "/calendars"}
      toast={toast ?? null}
    >
      <AvailabilityPages therapistId={therapist.id} page={page} />
      {children}
    </StaffShell>
  );
}
