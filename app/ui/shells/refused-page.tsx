import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { ButtonLink } from "../components/button";
import { useProblem } from "../components/form";
import { Notice } from "../components/notice";
import { usePage } from "../page-context";
import { navItemFor } from "./staff-nav";
import { StaffShell } from "./staff-shell";

/** Shown for a form without its own page. If scripts are off, it shows why the form was rejected. */
export function RefusedPage({ children }: { children?: ReactNode }) {
  const problem = useProblem();
  const { staff } = usePage();
  const { pathname } = useLocation();
  const { href, label } = (staff && navItemFor(staff, pathname)) ?? { href: "/", label: "Firstnight" };
  return (
    <StaffShell title={label} here={href}>
      <div id="refused">
        {children ?? <Notice tone="bad">{problem?.message ?? "This page can't be opened directly."}</Notice>}
      </div>
      <p>
        <ButtonLink href={problem?.typed.back ?? href}>Back</ButtonLink>
      </p>
    </StaffShell>
  );
}
