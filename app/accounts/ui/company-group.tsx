import type { ReactNode } from "react";
import { Check } from "~/ui/components/field";

interface CompanyGroupProps {
  title: string;
  lead?: string;
  id?: string;
  children: ReactNode;
}

export function CompanyGroup({ title, lead, id, children }: CompanyGroupProps) {
  return (
    <section className="panel" id={id}>
      <h2>{title}</h2>
      {lead && <p className="soft">{lead}</p>}
      {children}
    </section>
  );
}

interface CompanySwitchProps {
  name: string;
  label: string;
  hint: string;
  isOn: boolean;
}

/** A checkbox whose hidden field sends "false" if it isn't checked. */
export function CompanySwitch({ name, label, hint, isOn }: CompanySwitchProps) {
  const hintId = `${name}-hint`;
  return (
    <>
      <input type="hidden" name={name} value="false" />
      <Check name={name} label={label} defaultChecked={isOn} aria-describedby={hintId} />
      <p className="hint" id={hintId}>
        {hint}
      </p>
    </>
  );
}
