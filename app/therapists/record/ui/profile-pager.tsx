import { ButtonLink } from "~/ui/components/button";
import type { ProfileList, ProfileListName } from "../pages/find-profile.server";

interface ProfilePagerProps {
  name: ProfileListName;
  title: string;
  list: ProfileList;
  here: string;
}

export function ProfilePager({ name, title, list, here }: ProfilePagerProps) {
  if (list.page === 1 && !list.more) return null;
  const hrefOf = (page: number) => {
    const [path = "", query = ""] = here.split("?");
    const fields = new URLSearchParams(query);
    fields.set(name, String(page));
    return `${path}?${fields}#profile-${name}`;
  };
  return (
    <nav className="buttons" aria-label={`Pages of ${title}`}>
      {list.page > 1 && (
        <ButtonLink href={hrefOf(list.page - 1)} look="quiet" size="small" data-opens="">
          Previous page
        </ButtonLink>
      )}
      <span className="soft small">Page {list.page}</span>
      {list.more && (
        <ButtonLink href={hrefOf(list.page + 1)} look="quiet" size="small" data-opens="">
          Next page
        </ButtonLink>
      )}
    </nav>
  );
}
