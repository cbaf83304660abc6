import { Check } from "~/ui/components/field";

export function FeedNames({ shown }: { shown: boolean }) {
  return (
    <section className="panel">
      <h2>Calendar feeds</h2>
      <input type="hidden" name="feed_names" value="false" />
      <Check
        name="feed_names"
        label="Show patients' names in therapists' calendar feeds"
        defaultChecked={shown}
        aria-describedby="feed-names-hint"
      />
      <p className="hint" id="feed-names-hint">
        A feed goes to the calendar app of the therapist, such as Google or Outlook. Names there are health
        information. Have an agreement with that provider first.
      </p>
    </section>
  );
}
