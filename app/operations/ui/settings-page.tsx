import type { ReactNode } from "react";
import { isLocalAddress } from "~/core/web-address";
import { Notice } from "~/ui/components/notice";
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

/** On an installation that only its own machine can reach. */
export function LocalAddressNotice({ publicUrl, children }: { publicUrl: string; children: ReactNode }) {
  if (!isLocalAddress(publicUrl)) return null;
  return (
    <Notice tone="warn">
      {children} Open Firstnight at the address that patients will use, and choose it in the{" "}
      <a href="/admin/setup#setup-address">set-up list</a>.
    </Notice>
  );
}

interface SettingsPageProps {
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
