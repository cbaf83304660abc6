import { Button } from "~/ui/components/button";
import { CopyField } from "~/ui/components/copy-field";

const steps = [
  {
    app: "Google Calendar",
    how: "On a computer, open Google Calendar. Next to “Other calendars”, choose +, then “From URL”. Paste the link and choose “Add calendar”. Google checks it a few times a day.",
  },
  {
    app: "Outlook",
    how: "Open Outlook on the web and its calendar. Choose “Add calendar”, then “Subscribe from web”. Paste the link and choose “Import”. Outlook checks it every few hours.",
  },
  {
    app: "Apple Calendar",
    how: "On a Mac, choose File, then “New Calendar Subscription”. On an iPhone, open Settings, Apps, Calendar, Calendar Accounts, “Add Account”, “Other”, “Add Subscribed Calendar”. Paste the link.",
  },
];

/** @param url of the feed; null if there is none */
export function FeedCard({ url, showsNames }: { url: string | null; showsNames: boolean }) {
  return (
    <section className="panel reading" aria-labelledby="feed-title">
      <h2 id="feed-title">Visits in your calendar app</h2>
      <p>
        Your calendar app can show the visits from 30 days ago to 180 days ahead.{" "}
        {showsNames
          ? "It shows patients' names because your company allows it."
          : "It shows times and meeting links, but no patient names."}
      </p>
      {url ? <Feed url={url} /> : <Create />}
    </section>
  );
}

function Create() {
  return (
    <form method="post">
      <p className="buttons">
        <Button name="act" value="create-feed">
          Create link
        </Button>
      </p>
    </form>
  );
}

function Feed({ url }: { url: string }) {
  return (
    <>
      <CopyField
        name="feed"
        label="Private link"
        hint="Anyone who has this link can see the visits. Don't share it."
        value={url}
      />
      {steps.map(({ app, how }) => (
        <details key={app}>
          <summary>{app}</summary>
          <p>{how}</p>
        </details>
      ))}
      <details>
        <summary>Replace or revoke the link</summary>
        <form method="post">
          <p>
            The old link stops working immediately. After replacing it, add the new link to your calendar app.
          </p>
          <p className="buttons">
            <Button look="quiet" name="act" value="create-feed">
              Replace link
            </Button>
            <Button look="danger" name="act" value="revoke-feed">
              Revoke link
            </Button>
          </p>
        </form>
      </details>
    </>
  );
}
