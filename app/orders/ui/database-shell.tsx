import type { ReactNode } from "react";
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
      <nav className="tabs" aria-label={`Pages of ${name}`}>
        {pages.map(({ path, label }) => (
          <a key={path} href={addressOf(name, path)} aria-current={path === page ? "page" : undefined}>
            {label}
          </a>
        ))}
      </nav>
      {children}
    </StaffShell>
  );
}
