import { join } from "node:path";
import Database from "better-sqlite3";
import ts from "typescript";
import { expect, test } from "vitest";
import { projectRoot } from "~/core/root.server";
import { migrate } from "~/db/migrate.server";

interface Column {
  type: string;
  nullable: boolean;
  generated: boolean;
}
type Shape = Record<string, Record<string, Column>>;

function migrated(): Shape {
  const database = new Database(":memory:");
  migrate(database);
  const tables = database
    .prepare("select name, strict from pragma_table_list where schema = 'main' and type = 'table'")
    .all() as { name: string; strict: number }[];
  const own = tables.filter(({ name }) => !name.startsWith("sqlite_") && name !== "migrations");
  const loose = own.filter(({ strict }) => !strict).map(({ name }) => name);
  expect(loose, "Without STRICT SQLite stores any type in any column.").toEqual([]);
  return Object.fromEntries(
    own.map(({ name }) => {
      const columns = database.prepare("select * from pragma_table_xinfo(?)").all(name) as {
        name: string;
        type: string;
        notnull: number;
        dflt_value: string | null;
        pk: number;
        /** 2 for a column that SQLite computes. */
        hidden: number;
      }[];
      const soleKey = columns.filter(({ pk }) => pk > 0).length === 1;
      return [
        name,
        Object.fromEntries(
          columns.map((column) => {
            const rowid = column.pk > 0 && soleKey && column.type === "INTEGER";
            return [
              column.name,
              {
                type: column.type === "INTEGER" || column.type === "REAL" ? "number" : "string",
                nullable: column.notnull === 0 && column.pk === 0,
                generated:
                  column.dflt_value !== null || column.hidden === 2 || (rowid && column.name === "id"),
              },
            ];
          }),
        ),
      ];
    }),
  );
}

/** Reads the declarations of `Tables` with named types resolved. */
function declared(): Shape {
  const file = join(projectRoot, "app/db/tables.ts");
  const program = ts.createProgram([file], {
    strict: true,
    skipLibCheck: true,
    noLib: true,
    noEmit: true,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    module: ts.ModuleKind.ESNext,
    paths: { "~/*": [join(projectRoot, "app/*")] },
    types: [],
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const declaration = source?.statements.find(
    (statement): statement is ts.InterfaceDeclaration =>
      ts.isInterfaceDeclaration(statement) && statement.name.text === "Tables",
  );
  const columnOf = (member: ts.TypeElement): Column => {
    let node = ts.isPropertySignature(member) ? member.type : undefined;
    const reference = node && ts.isTypeReferenceNode(node) ? node : undefined;
    const generated = ["Generated", "GeneratedAlways"].includes(reference?.typeName.getText() ?? "");
    if (generated) node = reference?.typeArguments?.[0];
    const type = node && checker.getTypeFromTypeNode(node);
    const parts = type?.isUnion() ? type.types : type ? [type] : [];
    const isNull = (part: ts.Type) => (part.flags & ts.TypeFlags.Null) !== 0;
    return {
      type: parts.every((part) => isNull(part) || part.flags & ts.TypeFlags.NumberLike) ? "number" : "string",
      nullable: parts.some(isNull),
      generated,
    };
  };
  return Object.fromEntries(
    (declaration?.members ?? []).map((table) => {
      const shape = ts.isPropertySignature(table) ? table.type : undefined;
      const columns = shape && ts.isTypeLiteralNode(shape) ? shape.members : [];
      return [
        table.name?.getText() ?? "",
        Object.fromEntries(columns.map((member) => [member.name?.getText() ?? "", columnOf(member)])),
      ];
    }),
  );
}

test("the table types match the migrations", () => {
  expect(declared()).toEqual(migrated());
});
