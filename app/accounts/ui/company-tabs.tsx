interface CompanyTabsProps {
  names: readonly string[];
  current: string;
  path: string;
}

/** Links to the same page of each company; nothing if there is only one. */
export function CompanyTabs({ names, current, path }: CompanyTabsProps) {
  if (names.length < 2) return null;
  return (
    <nav className="tabs" aria-label="Companies">
      {names.map((name) => (
        <a
          key={name}
          href={`${path}?company=${encodeURIComponent(name)}`}
          aria-current={name === current ? "page" : undefined}
        >
          {name}
        </a>
      ))}
    </nav>
  );
}
