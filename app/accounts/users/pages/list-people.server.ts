import { sql } from "kysely";
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

export async function listPeople(db: Db, input: ListPeople & { limit: number }) {
  const position = input.cursor ? readCursor(input.cursor, 2) : null;
  const before = position?.side === "before";
  const isAscending = (input.direction === "asc") !== before;
  const column = sql`people.${sql.ref(input.sort)} collate nocase`;
  const isBeyond = position
    ? sql`(${column}, people.key) ${sql.raw(isAscending ? ">" : "<")} (${position.values[0]}, ${position.values[1]})`
    : sql`1`;
  const matches = input.search ? matchesPerson(input.search) : sql`1`;
  const order = sql.raw(isAscending ? "asc" : "desc");
  const { rows } = await sql<Person>`
    select * from ${people} as people where ${matches} and ${isBeyond}
    order by ${column} ${order}, people.key ${order} limit ${input.limit + 1}`.execute(db);
  const page = rows.slice(0, input.limit);
  const more = rows.length > input.limit;
  if (before) page.reverse();
  const keys = page.map((person) => [person[input.sort], person.key]);
  return { people: page, ...cursorsOf(keys, before ? more : position !== null, before || more) };
}

function matchesPerson(search: string) {
  const { digits } = searchTermsOf(search);
  const found = matchesText(search, peopleSorts);
  return digits ? sql`(${found} or ${matchesText(digits, ["phone"])})` : found;
}
