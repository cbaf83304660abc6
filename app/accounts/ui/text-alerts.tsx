import { usePage } from "~/ui/page-context";

/** Shown by its script, because alerts need one. */
export function TextAlerts() {
  const { unanswered } = usePage();
  if (unanswered === undefined) return null;
  return (
    <section className="panel reading" aria-labelledby="alerts-title" id="text-alerts" hidden>
      <h2 id="alerts-title">New text alerts in this browser</h2>
      <p>Keep Firstnight open in a tab. It can be in the background.</p>
      <Switch id="notify-of-texts">Show a notification when a patient texts</Switch>
      <Switch id="sound-for-texts">Play a sound when a patient texts</Switch>
      <p id="alerts-saved" role="status" className="soft" />
      <p id="alerts-problem" role="alert" />
    </section>
  );
}

const Switch = ({ id, children }: { id: string; children: string }) => (
  <label className="check">
    <input type="checkbox" id={id} />
    <span>{children}</span>
  </label>
);
