import { isSupervisor, type Staff } from "~/core/who";
import { pageKeys } from "~/ui/keyboard/keys";
import { navFor } from "~/ui/shells/staff-nav";

export function KeyList({ who }: { who: Staff }) {
  const pages = navFor(who).flatMap(({ items }) =>
    items.flatMap(({ href, label }) => (pageKeys[href] ? [[`G ${pageKeys[href]}`, label] as const] : [])),
  );
  return (
    <div className="key-lists">
      <Keys
        name="Everywhere"
        keys={[
          ["/", "Search"],
          ["Ctrl K", "Search (⌘ K on a Mac)"],
          ["?", "Show this list"],
        ]}
      />
      <Keys
        name="Lists"
        keys={[
          ["J", "Next row"],
          ["K", "Previous row"],
          ["↓ ↑", "Next or previous row (when a row is selected)"],
          ["Enter", "Open the row"],
        ]}
      />
      {isSupervisor(who) && (
        <Keys
          name="2-Way Messaging"
          keys={[
            ["R", "Write a reply"],
            ["E", "Done: no reply needed"],
            ["Esc", "Return from the reply to the list"],
            ["C", "New conversation"],
          ]}
        />
      )}
      {(who.therapistId !== null || isSupervisor(who)) && (
        <Keys name="Therapist’s calendar" keys={[["M", "Move the selected visit"]]} />
      )}
      {pages.length > 0 && <Keys name="Go to" keys={pages} />}
    </div>
  );
}

function Keys({ name, keys }: { name: string; keys: readonly (readonly [string, string])[] }) {
  return (
    <section>
      <h2>{name}</h2>
      <dl className="key-list">
        {keys.map(([key, label]) => (
          <div key={key}>
            <dt>
              {key.split(" ").map((each) => (
                <kbd key={each}>{each}</kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
