import type { ReactNode } from "react";
import { Tabs } from "~/ui/components/tabs";
import { StaffShell } from "~/ui/shells/staff-shell";

export const addressOf = (name: string, page = "") => `/admin/databases/${encodeURIComponent(name)}${page}`;

const pages = [
  { path: "", label: "Settings" },
  { path: "/test", label: "Test connection" },
  { path: "/order-states", label: "Order states" },
  { path: "/changes", label: "Changes" },
  { path: "/notes", label: "Visit notes" },
  { path: "/rename", label: "Rename" },
];

interface DatabaseShellProps {
  name: string;
  page: string;
  toast?: string | null | undefined;
  children: ReactNode;
}

export function DatabaseShell({ name, page, toast, children }: DatabaseShellProps) {
  return (
    <StaffShell title={`Database ${name}`} here="/admin/databases" toast={toast ?? null}>
      <Tabs
        label={`Pages of ${name}`}
        tabs={pages.map(({ path, label }) => ({ href: addressOf(name, path), label }))}
        current={addressOf(name, page)}
      />
      {children}
    </StaffShell>
  );
}
