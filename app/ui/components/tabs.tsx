interface TabsProps {
  label: string;
  tabs: readonly { href: string; label: string }[];
  /** The href of the open page. */
  current: string | undefined;
}

/** Links between pages that belong together. */
export function Tabs({ label, tabs, current }: TabsProps) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.href} href={tab.href} aria-current={tab.href === current ? "page" : undefined}>
          {tab.label}
        </a>
      ))}
    </nav>
  );
}
