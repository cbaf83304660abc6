import { sql } from "kysely";
import { inReadersLanguage } from "~/core/language/current-language";
import type { Row } from "~/db/tables";
import type { Mode } from "./kind-schema";
import { isUsual, type KindOfVisit } from "./kinds.server";

/** A kind of visit that a patient can book, in the reader's language. Lengths are in ms. */
export interface BookableKind extends KindOfVisit {
  mode: Mode;
  place: { name: string; address: string; zone: string } | null;
}

type Listed = Pick<
  Row<"visit_kinds">,
  "id" | "name" | "name_es" | "mode" | "length" | "buffer_before" | "buffer_after" | "place_id" | "is_default"
> & { hands_over: 0 | 1; place: string | null; address: string | null; zone: string | null };

/** The kinds that patients of a company can book, as JSON, for a query that has `companies`. */
export const selectBookableKinds = sql<string>`(
  select json_group_array(json_object(
      'id', id, 'name', name, 'name_es', name_es, 'mode', mode, 'length', length,
      'buffer_before', buffer_before, 'buffer_after', buffer_after, 'place_id', place_id,
      'hands_over', hands_over_equipment, 'is_default', is_default, 'place', place, 'address', address, 'zone', zone))
  from (
    select visit_kinds.*, places.name as place, places.address, places.timezone as zone
    from visit_kinds left join places on places.id = visit_kinds.place_id
    where visit_kinds.company_id = companies.id and visit_kinds.active = 1
      and visit_kinds.booked_by = 'everyone'
    order by visit_kinds.is_default desc, visit_kinds.name))`;

/** @param kinds the JSON of `selectBookableKinds` */
export const bookableKindsOf = (kinds: string | undefined, zip: string | null): BookableKind[] =>
  (JSON.parse(kinds ?? "[]") as Listed[]).map(({ name_es, hands_over, place, address, zone, ...kind }) => ({
    ...kind,
    name: inReadersLanguage({ en: kind.name, es: name_es }),
    place: place === null ? null : { name: place, address: address ?? "", zone: zone ?? "" },
    handsOver: hands_over === 1,
    placeZone: zone,
    isUsual: isUsual(kind),
    zip,
  }));
