import type { ReactNode } from "react";
import { Tabs } from "~/ui/components/tabs";
import { StaffShell } from "~/ui/shells/staff-shell";

export const settingsPage = "/admin/settings";

const tabs = [
  { href: settingsPage, label: "All settings" },
  { href: `${settingsPage}/texts`, label: "Texts" },
  { href: `${settingsPage}/email`, label: "Email" },
  { href: `${settingsPage}/booking`, label: "Booking" },
  { href: `${settingsPage}/security`, label: "Security" },
  { href: `${settingsPage}/backups`, label: "Backups" },
];

interface SettingsPageProps {
  /** The address of the open tab. */
  current: string;
  toast?: string | null;
  children: ReactNode;
}

export function SettingsPage({ current, toast, children }: SettingsPageProps) {
  return (
    <StaffShell title="Settings" here={settingsPage} toast={toast}>
      <Tabs label="Settings" tabs={tabs} current={current} />
      {children}
    </StaffShell>
  );
}
