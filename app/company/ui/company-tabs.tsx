import { Tabs } from "~/ui/components/tabs";

interface CompanyTabsProps {
  names: readonly string[];
  current: string;
  path: string;
}

/** Links to the same page for each company. Renders nothing if there is only one. */
export function CompanyTabs({ names, current, path }: CompanyTabsProps) {
  if (names.length < 2) return null;
  const hrefOf = (name: string) => `${path}?company=${encodeURIComponent(name)}`;
  const tabs = names.map((name) => ({ href: hrefOf(name), label: name }));
  return <Tabs label="Companies" tabs={tabs} current={hrefOf(current)} />;
}
