import type { Db } from "~/db/open.server";
import { isUsual, type KindOfVisit } from "~/kinds/kinds.server";
import type { VisitPlace } from "~/visits/visit";

export interface OfferedKind extends KindOfVisit {
  companyId: number;
  name_es: string;
  place: VisitPlace | null;
  isDefault: boolean;
  /** True if patients of the company can book it. */
  isBookable: boolean;
}

const selectKinds = (db: Db) =>
  db
    .selectFrom("visit_kinds as kind")
    .leftJoin("places", "places.id", "kind.place_id")
    .select([
      "kind.id",
      "kind.company_id",
      "kind.name",
      "kind.name_es",
      "kind.mode",
      "kind.length",
      "kind.buffer_before",
      "kind.buffer_after",
      "kind.place_id",
      "kind.hands_over_equipment",
      "kind.is_default",
      "kind.booked_by",
      "kind.active",
      "places.name as place",
      "places.address",
      "places.timezone",
      "places.phone",
      "places.directions",
      "places.directions_es",
      "places.latitude",
      "places.longitude",
    ])
    .orderBy("kind.is_default", "desc")
    .orderBy("kind.name");

type Selected = Awaited<ReturnType<ReturnType<typeof selectKinds>["execute"]>>[number];

function kindOf({ company_id, hands_over_equipment, is_default, active, ...row }: Selected): OfferedKind {
  const { booked_by, place, address, timezone, phone, directions, directions_es, ...rest } = row;
  const { latitude, longitude, ...kind } = rest;
  return {
    ...kind,
    companyId: company_id,
    isDefault: is_default === 1,
    isUsual: isUsual({ ...kind, is_default }),
    isBookable: active === 1 && booked_by === "everyone",
    handsOver: hands_over_equipment === 1,
    placeZone: timezone,
    zip: null,
    place:
      place === null
        ? null
        : {
            name: place,
            address: address ?? "",
            zone: timezone ?? "",
            phone,
            directions: { en: directions, es: directions_es },
            latitude,
            longitude,
          },
  };
}

/** The kinds of visits of companies, by ID, a company's default kind first. */
export async function listOfferedKinds(
  db: Db,
  companyIds: ReadonlySet<number>,
): Promise<Map<number, OfferedKind>> {
  const rows = await selectKinds(db)
    .where("kind.company_id", "in", [...companyIds])
    .execute();
  return new Map(rows.map((row) => [row.id, kindOf(row)]));
}

/** The given kind for the visit of an order, or its company's default kind. */
export async function findOfferedKind(
  db: Db,
  { orderId, kindId }: { orderId: number; kindId: number | null },
): Promise<OfferedKind | undefined> {
  const order = await db
    .selectFrom("orders")
    .innerJoin("databases", "databases.name", "orders.brightree_db")
    .select(["databases.company_id as companyId", "orders.zip"])
    .where("orders.id", "=", orderId)
    .executeTakeFirst();
  if (!order?.companyId) return undefined;
  const query = selectKinds(db).where("kind.company_id", "=", order.companyId);
  const row = await (kindId === null
    ? query.where("kind.is_default", "=", 1)
    : query.where("kind.id", "=", kindId)
  ).executeTakeFirst();
  return row && { ...kindOf(row), zip: order.zip };
}

/**
 * The kinds of visits that a patient can be offered, the preferred one first. A patient with a visit is offered times
 * for its kind, and a patient with a seat in a class is offered seats in other classes of the same kind.
 * @param wanted the kinds that a patient without a visit chose; null for all
 */
export function kindsToOffer(
  kinds: ReadonlyMap<number, OfferedKind>,
  patient: { companyId: number; zip: string | null; visitKind: number | null; hasVisit: boolean },
  wanted: readonly number[] | null,
): OfferedKind[] {
  const own = [...kinds.values()].filter(({ companyId }) => companyId === patient.companyId);
  const isFor = ({ id, mode, isBookable }: OfferedKind) => {
    if (!patient.hasVisit) return isBookable && (wanted?.includes(id) ?? true);
    return id === patient.visitKind && (isBookable || mode !== "class");
  };
  return own.filter(isFor).map((kind) => ({ ...kind, zip: patient.zip }));
}
