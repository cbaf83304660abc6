import type { ReactNode } from "react";
import type { Staff } from "~/core/who";
import { availabilityHref } from "~/scheduling/availability/shown-slots";
import { StaffShell } from "~/ui/shells/staff";
import { areaOf, navFor } from "~/ui/shells/staff-nav";

const pages = [
  { path: "", label: "Slots" },
  { path: "/week", label: "Weekly pattern" },
  { path: "/days-off", label: "Days off" },
  { path: "/changes", label: "Changes" },
];

interface AvailabilityShellProps {
  therapist: { id: number; name: string };
  staff: Staff;
  /** The page one is on: its path below the availability's own. */
  page: string;
  toast?: string | null | undefined;
  children: ReactNode;
}

/** What stands around every page of a therapist's availability. */
export function AvailabilityShell({ therapist, staff, page, toast, children }: AvailabilityShellProps) {
  return (
    <StaffShell
      title={`Availability of ${therapist.name}`}
      who={staff}
      area={areaOf(staff)}
      nav={navFor(staff, staff.therapistId === therapist.id ? "/therapist" : "/calendars")}
      toast={toast ?? null}
    >
      <nav className="subpages" aria-label="Pages of availability">
        {pages.map(({ path, label }) => (
          <a
            key={path}
            href={availabilityHref(therapist.id, path)}
            aria-current={path === page ? "page" : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      {children}
    </StaffShell>
  );
}
