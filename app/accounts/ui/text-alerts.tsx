import { Check } from "~/ui/components/field";
import { usePage } from "~/ui/page-context";

/** Hidden until its script runs. */
export function TextAlerts() {
  const { unanswered } = usePage();
  if (unanswered === undefined) return null;
  return (
    <section className="panel reading" aria-labelledby="alerts-title" id="text-alerts" hidden>
      <h2 id="alerts-title">New text alerts in this browser</h2>
      <p>Keep Firstnight open in a tab. It can be in the background.</p>
      <Check id="notify-of-texts" label="Show a notification when a patient texts" />
      <Check id="sound-for-texts" label="Play a sound when a patient texts" />
      <p id="alerts-saved" role="status" className="soft" />
      <p id="alerts-problem" role="alert" />
    </section>
  );
}
