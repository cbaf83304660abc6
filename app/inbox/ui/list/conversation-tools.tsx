import { SaveView } from "~/saved-views/ui/save-view";
import { Button } from "~/ui/components/button";
import { Chip } from "~/ui/components/chips";
import { type Filter, filters } from "../../conversations/conversation";
import { hrefOf, type View } from "../view";
import { GoForm } from "../view-form";

const filterNames: Record<Filter, string> = {
  unanswered: "Unanswered",
  waiting: "Waiting for YES",
  snoozed: "Snoozed",
};

interface ConversationToolsProps {
  view: View;
  /** How many conversations need an answer, as in the navigation. */
  unanswered: number;
}

export function ConversationTools({ view, unanswered }: ConversationToolsProps) {
  return (
    <>
      <div className="threads-tools">
        <GoForm view={view}>
          <Button look="quiet" size="small">
            Refresh
          </Button>
        </GoForm>
        <details className="filter" open>
          <summary className="button quiet small no-marker">Filter</summary>
          <div className="chips" id="filter-chips">
            {filters.map((filter) => (
              <Chip
                key={filter}
                href={filterHref(view, filter)}
                label={
                  filter === "unanswered"
                    ? `${filterNames[filter]} ${unanswered.toLocaleString("en-US")}`
                    : filterNames[filter]
                }
                on={view.filter === filter}
                small
              />
            ))}
          </div>
        </details>
        <form method="get" action="/messages/start" data-popup="start">
          <Button size="small" data-key="c">
            <span aria-hidden="true">+</span> New
          </Button>
        </form>
      </div>
      <SaveView list="inbox" filters={{ folder: view.folder, filter: view.filter, q: view.q }} />
      <GoForm
        view={{ ...view, thread: null, q: "", details: false }}
        className="threads-search"
        role="search"
      >
        <label className="unseen" htmlFor="q">
          Name, DOB, mobile phone
        </label>
        <input
          className="input"
          id="q"
          name="q"
          type="search"
          placeholder="Name, DOB, mobile phone"
          defaultValue={view.q}
          maxLength={100}
          autoComplete="off"
        />
        <Button look="quiet" size="small">
          Search
        </Button>
      </GoForm>
    </>
  );
}

function filterHref(view: View, filter: Filter): string {
  const next = view.filter === filter ? null : filter;
  return hrefOf({ ...view, filter: next, thread: null, details: false });
}
