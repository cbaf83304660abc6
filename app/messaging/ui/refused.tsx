import type { ReactNode } from "react";
import type { Problem } from "~/core/problem";
import type { Staff } from "~/core/who";
import { words } from "~/messaging/words";
import { ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff";
import { areaOf, navFor } from "~/ui/shells/staff-nav";

interface RefusedProps {
  staff: Staff;
  problem: Problem | undefined;
  /** The form with what was typed, where it says itself what is wrong. */
  children?: ReactNode;
}

/** What a form of the view shows that was refused, on its own where there is no script. */
export function Refused({ staff, problem, children }: RefusedProps) {
  return (
    <StaffShell title={words.title} who={staff} area={areaOf(staff)} nav={navFor(staff, "/messages")}>
      <div id="refused">
        {children ?? (
          <Notice tone="bad">
            {problem?.message ?? "There is nothing to see at this address: a button leads here."}
          </Notice>
        )}
      </div>
      <p>
        <ButtonLink href={problem?.typed.back ?? "/messages"}>{words.back}</ButtonLink>
      </p>
    </StaffShell>
  );
}
