import type { Compilable, CompiledQuery } from "kysely";
import type { Db } from "./open.server";

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }

  /** Text, numbers, and comparisons would put the placeholder, not the value, into the SQL that every call shares. */
  [Symbol.toPrimitive](): never {
    throw new Error(`prepared() can use "${this.name}" only as a parameter of the statement.`);
  }

  toJSON(): never {
    return this[Symbol.toPrimitive]();
  }
}

/**
 * A read whose SQL is built once, because building most statements takes Kysely longer than running them takes SQLite.
 * @param build may use the given values only as parameters; turning one into text or a number throws. It
 *   runs once for each set of given names.
 */
export function prepared<Given extends object, Row>(build: (db: Db, given: Given) => Compilable<Row>) {
  const texts = new Map<string, CompiledQuery<Row>>();
  return async (db: Db, given: Given): Promise<Row[]> => {
    const values = given as Record<string, unknown>;
    const names = Object.keys(given).filter((name) => values[name] !== undefined);
    const key = names.join();
    let compiled = texts.get(key);
    if (!compiled) {
      compiled = build(
        db,
        Object.fromEntries(names.map((name) => [name, new Placeholder(name)])) as Given,
      ).compile();
      texts.set(key, compiled);
    }
    const parameters = compiled.parameters.map((value) =>
      value instanceof Placeholder ? values[value.name] : value,
    );
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}
