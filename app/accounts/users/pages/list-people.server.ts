import { sql } from "kysely";
import { byName } from "~/core/by-name";
import { searchTermsOf } from "~/core/search/search-terms";
import { type ListPeople, peopleSorts } from "~/dashboard/dashboard-schema";
import { cursorsOf, readCursor } from "~/dashboard/page-cursor.server";
import { matchesText } from "~/dashboard/text-search.server";
import type { Db } from "~/db/open.server";

export interface Person {
  key: string;
  therapist_id: number | null;
  name: string;
  email: string;
  phone: string;
  role: string;
  status: string;
  company: string;
}

const people = sql`(
  select 'user ' || users.id as key, therapists.id as therapist_id,
    coalesce(therapists.name, users.name) as name, users.email, coalesce(users.phone, '') as phone,
    coalesce((
      select group_concat(role, ', ') from (
        select role from user_roles where user_id = users.id
        order by instr('admin supervisor therapist staff', role)
      )), '') as role,
    iif(users.disabled_at is not null, 'closed', iif(users.password_hash is null, 'invited', 'active')) as status,
    coalesce(companies.name, '') as company
  from users
    left join therapists on therapists.user_id = users.id
    left join companies on companies.id = therapists.company_id
  union all
  select 'therapist ' || therapists.id, therapists.id, therapists.name, therapists.email,
    coalesce(therapists.phone, ''), 'therapist', 'no account', companies.name
  from therapists join companies on companies.id = therapists.company_id
  where therapists.user_id is null
)`;

/** Sorts all people here, because SQLite would sort accents after z. Even large companies have few users. */
export async function listPeople(db: Db, input: ListPeople & { limit: number }) {
  const { sort, direction, limit } = input;
  const position = input.cursor ? readCursor(input.cursor, 2) : null;
  const matches = input.search ? matchesPerson(input.search) : sql`1`;
  const { rows } = await sql<Person>`select * from ${people} as people where ${matches}`.execute(db);
  const sign = direction === "asc" ? 1 : -1;
  const compare = (one: readonly string[], other: readonly string[]) =>
    sign * (byName(one[0] ?? "", other[0] ?? "") || byName(one[1] ?? "", other[1] ?? ""));
  const sorted = rows
    .map((person) => ({ person, keys: [person[sort], person.key] }))
    .sort((one, other) => compare(one.keys, other.keys));
  const isBefore = position?.side === "before";
  const first = position ? firstBeyond(position.values.map(String)) : 0;
  const from = isBefore ? Math.max(0, first - limit) : first;
  const to = isBefore ? first : Math.min(sorted.length, first + limit);
  const page = sorted.slice(from, to);
  const cursors = cursorsOf(
    page.map(({ keys }) => keys),
    from > 0,
    to < sorted.length,
  );
  return { people: page.map(({ person }) => person), ...cursors };

  /** The index of the first person after the position or, on a page before it, at the position. */
  function firstBeyond(at: string[]): number {
    const found = sorted.findIndex(({ keys }) => {
      const order = compare(keys, at);
      return isBefore ? order >= 0 : order > 0;
    });
    return found === -1 ? sorted.length : found;
  }
}

function matchesPerson(search: string) {
  const { digits } = searchTermsOf(search);
  const found = matchesText(search, peopleSorts);
  return digits ? sql`(${found} or ${matchesText(digits, ["phone"])})` : found;
}
