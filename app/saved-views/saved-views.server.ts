import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { byName } from "~/core/by-name";
import { invalidField, Refusal } from "~/core/refusal";
import { isSupervisor, type Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import { addressOf, lists, queryOf } from "./saved-view";
import type { ChangeView, SaveView } from "./saved-view-schema";

const mostViews = 30;

/** The user's own views and the ones shared with the user's roles. */
function visibleViews(db: Db, who: Staff) {
  return db
    .selectFrom("saved_views")
    .leftJoin("users", "users.id", "saved_views.user_id")
    .select(["saved_views.id", "saved_views.name", "list", "filters", "pinned", "shared_with"])
    .select(["user_id", "users.name as owner"])
    .where((eb) =>
      eb.or([
        eb("saved_views.user_id", "=", who.userId),
        eb(
          "saved_views.shared_with",
          "in",
          who.roles.filter((role) => role === "supervisor" || role === "admin"),
        ),
      ]),
    );
}

/** Sorted by name. */
export async function listViews(db: Db, who: Staff) {
  const rows = await visibleViews(db, who).limit(500).execute();
  return rows
    .map((view) => ({ ...view, isOwn: view.user_id === who.userId, mayChange: mayChange(who, view) }))
    .sort((one, other) => byName(one.name, other.name));
}

export async function listPinnedViews(db: Db, who: Staff) {
  const rows = await visibleViews(db, who).where("pinned", "=", 1).limit(100).execute();
  return rows
    .map(({ id, name, list, filters }) => ({
      href: `/views/${id}`,
      label: name,
      address: addressOf(list, filters),
    }))
    .sort((one, other) => byName(one.label, other.label));
}

/** A view belongs to its user. Admins can change shared views, too. */
const mayChange = (who: Staff, view: { user_id: number; shared_with: string | null }): boolean =>
  view.user_id === who.userId || (view.shared_with !== null && who.roles.includes("admin"));

/** @throws Refusal "missing" if the user can't change the view */
export async function findOwnView(db: Db, who: Staff, id: number) {
  const view = await visibleViews(db, who).where("saved_views.id", "=", id).executeTakeFirst();
  if (!view || !mayChange(who, view)) throw new Refusal("missing", "View not found.");
  return view;
}

/**
 * Saves a list's filters under a name.
 * @throws Refusal "invalid" if the user has a view with this name; "conflict" with 30 views; "forbidden" to share
 * without being a supervisor
 */
export function saveView(app: App, who: Staff, input: SaveView): Promise<number> {
  const { list, name, pinned, shared_with } = input;
  refuseSharing(who, shared_with);
  return app.db.transaction().execute(async (trx) => {
    await refuseSameName(trx, who.userId, name);
    const { count } = await trx
      .selectFrom("saved_views")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("user_id", "=", who.userId)
      .executeTakeFirstOrThrow();
    if (count >= mostViews) {
      throw new Refusal("conflict", `You have ${mostViews} saved views. Delete one first.`);
    }
    const { id } = await trx
      .insertInto("saved_views")
      .values({
        user_id: who.userId,
        name,
        list,
        filters: queryOf(list, Object.fromEntries(new URLSearchParams(input.filters))),
        pinned: Number(pinned),
        shared_with,
        created_at: app.clock.now(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    if (shared_with)
      await logAudit({ trx, app, who }, "view.shared", `view ${id}`, { list, role: shared_with });
    return id;
  });
}

/** Renames, pins, unpins, or shares a view. @throws Refusal as `saveView` and `findOwnView` */
export function changeView(app: App, who: Staff, input: ChangeView): Promise<void> {
  const { id, name, pinned, shared_with } = input;
  refuseSharing(who, shared_with);
  return app.db.transaction().execute(async (trx) => {
    const before = await findOwnView(trx, who, id);
    if (name !== before.name) await refuseSameName(trx, before.user_id, name);
    await trx
      .updateTable("saved_views")
      .set({ name, pinned: Number(pinned), shared_with })
      .where("id", "=", id)
      .execute();
    if (shared_with !== before.shared_with) {
      await logAudit({ trx, app, who }, "view.shared", `view ${id}`, {
        list: before.list,
        role: shared_with,
      });
    }
  });
}

/** @throws Refusal "missing" if the user can't change the view */
export function deleteView(app: App, who: Staff, id: number): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const { shared_with, list } = await findOwnView(trx, who, id);
    await trx.deleteFrom("saved_views").where("id", "=", id).execute();
    if (shared_with) await logAudit({ trx, app, who }, "view.deleted", `view ${id}`, { list });
  });
}

function refuseSharing(who: Staff, role: string | null): void {
  if (role !== null && !isSupervisor(who))
    throw new Refusal("forbidden", "Only supervisors can share a view.");
}

async function refuseSameName(db: Db, userId: number, name: string): Promise<void> {
  const same = await db
    .selectFrom("saved_views")
    .select("id")
    .where("user_id", "=", userId)
    .where("name", "=", name)
    .executeTakeFirst();
  if (same) throw invalidField("name", "You already have a view with this name. Choose another name.");
}

const exists = {
  db: (db: Db, name: string) => db.selectFrom("databases").select("name").where("name", "=", name),
  therapist: (db: Db, name: string) => db.selectFrom("therapists").select("id").where("name", "=", name),
  region: (db: Db, name: string) => db.selectFrom("therapists").select("id").where("region", "=", name),
  owner: (db: Db, id: string) => db.selectFrom("users").select("id").where("id", "=", Number(id)),
};

const words = ["me", "none"];

/** True if the filter's value still exists. Filters with free values always apply. */
async function applies(db: Db, name: string, value: string): Promise<boolean> {
  if (name === "owner" && words.includes(value)) return true;
  if (name === "company") {
    const found = await db
      .selectFrom("companies")
      .select("companies.name")
      .where("companies.name", "=", value)
      .union(exists.db(db, value))
      .executeTakeFirst();
    return found !== undefined;
  }
  if (!(name in exists)) return true;
  return (await exists[name as keyof typeof exists](db, value).executeTakeFirst()) !== undefined;
}

/**
 * The list's address with the view's filters that still apply, and the names of the others: the list no longer has
 * them, or what they name was deleted.
 * @throws Refusal "missing" if the view isn't the user's and isn't shared with them
 */
export async function openView(
  db: Db,
  who: Staff,
  id: number,
): Promise<{ name: string; href: string; dropped: string[] }> {
  const view = await visibleViews(db, who).where("saved_views.id", "=", id).executeTakeFirst();
  if (!view) throw new Refusal("missing", "This view was deleted or is no longer shared with you.");
  const { filters } = lists[view.list];
  const kept: [string, string][] = [];
  const dropped: string[] = [];
  for (const [name, value] of new URLSearchParams(view.filters)) {
    const isKnown = filters[name] !== undefined;
    if (isKnown && (await applies(db, name, value))) kept.push([name, value]);
    else dropped.push(`${filters[name] ?? name}: ${value}`);
  }
  return { name: view.name, href: addressOf(view.list, String(new URLSearchParams(kept))), dropped };
}
