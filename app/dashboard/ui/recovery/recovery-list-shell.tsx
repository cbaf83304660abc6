import type { ReactNode } from "react";
import { listHref } from "~/core/list-href";
import { QuietLink } from "~/ui/components/button";
import { StaffShell } from "~/ui/shells/staff-shell";
import { boardHref } from "../../board/tiles";
import { weekLabel } from "../../forecast/rates";
import { recoveryStrings } from "../../recovery/recovery-strings";

export const mostRows = 200;

interface RecoveryListShellProps {
  title: string;
  filter: { weeks: number; week?: string | undefined };
  csv: ReactNode;
  rows: readonly unknown[];
  filters: ReactNode;
  children: ReactNode;
}

export function RecoveryListShell({ title, filter, csv, rows, filters, children }: RecoveryListShellProps) {
  const { weeks, week } = filter;
  const period = week ? `week of ${weekLabel(week)}` : recoveryStrings.weeks(weeks).toLowerCase();
  return (
    <StaffShell
      title={`${title}: ${period}`}
      here={boardHref}
      actions={
        <>
          <QuietLink href={listHref("/recovery", { weeks })}>
            <span>
              Back<span className="beyond-phones"> to {recoveryStrings.title}</span>
            </span>
          </QuietLink>
          {csv}
        </>
      }
    >
      {filters}
      {rows.length > mostRows && (
        <p className="soft">{`Showing the first ${mostRows} rows. The CSV export has all of them.`}</p>
      )}
      {children}
    </StaffShell>
  );
}
