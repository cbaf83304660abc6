import { ButtonLink } from "~/ui/components/button";
import type { ProfileList, ProfileListName } from "./find-profile.server";

interface RecordPagerProps {
  name: ProfileListName;
  title: string;
  list: ProfileList;
  here: string;
}

/** Links to the page before and after of one list of the record; nothing where one page holds it. */
export function ProfilePager({ name, title, list, here }: RecordPagerProps) {
  if (list.page === 1 && !list.more) return null;
  const at = (page: number) => {
    const [path = "", query = ""] = here.split("?");
    const fields = new URLSearchParams(query);
    fields.set(name, String(page));
    return `${path}?${fields}#record-${name}`;
  };
  return (
    <nav className="buttons" aria-label={`Pages of ${title}`}>
      {list.page > 1 && (
        <ButtonLink href={at(list.page - 1)} look="quiet" size="small" data-opens="">
          Previous page
        </ButtonLink>
      )}
      <span className="soft small">Page {list.page}</span>
      {list.more && (
        <ButtonLink href={at(list.page + 1)} look="quiet" size="small" data-opens="">
          Next page
        </ButtonLink>
      )}
    </nav>
  );
}
