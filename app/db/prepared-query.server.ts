import type { Compilable, CompiledQuery } from "kysely";
import type { Db } from "./open.server";

/** Stands for a value in a statement that is built before there is one. */
class Blank {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A read whose text is built once, for what is asked with every page: Kysely takes longer to build most
 * statements than SQLite takes to run them.
 *
 * @param build puts the given values into a statement and does nothing else with them. What is not given is
 *   missing there too: each set of names makes a text of its own.
 */
export function prepared<Given extends object, Row>(build: (db: Db, given: Given) => Compilable<Row>) {
  const texts = new Map<string, CompiledQuery<Row>>();
  return async (db: Db, given: Given): Promise<Row[]> => {
    const values = given as Record<string, unknown>;
    const names = Object.keys(given).filter((name) => values[name] !== undefined);
    const key = names.join();
    let made = texts.get(key);
    if (!made) {
      made = build(db, Object.fromEntries(names.map((name) => [name, new Blank(name)])) as Given).compile();
      texts.set(key, made);
    }
    const parameters = made.parameters.map((value) => (value instanceof Blank ? values[value.name] : value));
    const { rows } = await db.executeQuery<Row>({ ...made, parameters });
    return rows;
  };
}
