import type { Db } from "~/db/open.server";
import { classView } from "./class-session";
import { findClass, listTherapistsOfClass } from "./classes.server";

/** A class for the API. @throws Error if it doesn't exist */
export async function findClassView(db: Db, id: number) {
  const session = await findClass(db, id);
  if (!session) throw new Error("The class was not found.");
  const therapists = await listTherapistsOfClass(db, id);
  return classView(
    session,
    therapists.map(({ name }) => name),
  );
}
