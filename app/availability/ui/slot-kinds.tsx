import type { SlotKind } from "~/kinds/slot-kind";
import { Check } from "~/ui/components/field";

interface SlotKindsProps {
  /** Empty if the company has only one kind. The form then doesn't ask. */
  kinds: SlotKind[];
  chosen: readonly string[];
}

/** Retired kinds are listed only while the hours are for them. */
export function SlotKinds({ kinds, chosen }: SlotKindsProps) {
  const listed = kinds.filter(({ id, isActive }) => isActive || chosen.includes(String(id)));
  if (listed.length < 2) return null;
  return (
    <fieldset className="slot-kinds">
      <legend className="label">Kinds of visits</legend>
      <p className="hint">Every kind, if none is checked.</p>
      {listed.map(({ id, name, isActive }) => (
        <Check
          key={id}
          name="kinds"
          value={String(id)}
          label={isActive ? name : `${name} (retired)`}
          defaultChecked={chosen.includes(String(id))}
        />
      ))}
    </fieldset>
  );
}
