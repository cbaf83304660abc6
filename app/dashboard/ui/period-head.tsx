import type { ReactNode } from "react";
import { ButtonLink } from "~/ui/components/button";

interface PeriodHeadProps {
  id: string;
  title: ReactNode;
  links: [label: string, href: string][];
}

export function PeriodHead({ id, title, links }: PeriodHeadProps) {
  return (
    <div className="spread">
      <h2 id={id}>{title}</h2>
      <p className="buttons">
        {links.map(([label, href]) => (
          <ButtonLink key={label} href={href} look="quiet" size="small">
            {label}
          </ButtonLink>
        ))}
      </p>
    </div>
  );
}
