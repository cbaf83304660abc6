import { Button } from "~/ui/components/button";
import { Check } from "~/ui/components/field";
import { usePage } from "~/ui/page-context";

export function DisplaySettings() {
  const { hidesNames, isRoomy } = usePage();
  return (
    <section className="panel reading" aria-labelledby="display-title">
      <h2 id="display-title">Display on this device</h2>
      <form method="post" action="/account/display" className="stack">
        <Check
          name="hide_names"
          label="Hide patients' names (for screens that other people can see)"
          defaultChecked={hidesNames}
        />
        <Check name="roomy" label="Taller rows in lists" defaultChecked={isRoomy} />
        <Button look="quiet">Save</Button>
      </form>
    </section>
  );
}
