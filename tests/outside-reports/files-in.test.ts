import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { expect, test } from "vitest";
import { operator } from "~/core/who";
import { importOrders } from "~/orders/import/import-orders.server";
import { csvOf } from "~/orders/import/read-spreadsheet.server";
import { scratchApp, scratchFolder } from "../support/scratch";
import { seedDatabase } from "../support/seed";

const header = "brightree_db,patient_id,sales_order_no,patient_name";
const bom = "\ufeff";

/** Imports a file. Returns its orders as "sales order number: name" and its errors as "line: column". */
async function imported(file: string | Uint8Array): Promise<string[]> {
  const app = scratchApp();
  await seedDatabase(app, "QHMS");
  const { errors } = await importOrders(app, operator, Readable.from([file]));
  const orders = await app.db.selectFrom("orders").selectAll().orderBy("id").execute();
  return [
    ...orders.map(({ sales_order_no, patient_name }) => `${sales_order_no}: ${patient_name}`),
    ...errors.map(({ line, field }) => `line ${line}: ${field}`),
  ];
}

const ann = "QHMS,1,100,Ann Lee";
const semicolons = (text: string) => text.replaceAll(",", ";");
const accented = `${header}\nQHMS,1,100,Zoë Müller\n`;

test.each<[string, string, string | Uint8Array, string[]]>([
  ["julien-f/csv2json#11", "a byte order mark", `${bom}${header}\n${ann}\n`, ["100: Ann Lee"]],
  [
    "Clever/csvlint#37",
    "a byte order mark before a quotation mark",
    `${bom}"brightree_db",patient_id,sales_order_no,patient_name\n${ann}\n`,
    ["100: Ann Lee"],
  ],
  ["adaltas/node-csv#36", "a byte order mark and CRLF", `${bom}${header}\r\n${ann}\r\n`, ["100: Ann Lee"]],
  [
    "gavinr/github-csv-tools#85",
    "a byte order mark before the column that matters",
    `${bom}sales_order_no,patient_id,brightree_db\n100,1,QHMS\n`,
    ["100: null"],
  ],
  [
    "adaltas/node-csv-docs#120",
    "a byte order mark, all quoted",
    `${bom}"${header.replaceAll(",", '","')}"\n"QHMS","1","100","Ann Lee"\n`,
    ["100: Ann Lee"],
  ],
  [
    "adaltas/node-csv-parse#236",
    "the same without a line break at the end",
    `${bom}"${header.replaceAll(",", '","')}"\n"QHMS","1","100","Ann Lee"`,
    ["100: Ann Lee"],
  ],
  [
    "adaltas/node-csv-parse#284",
    "a byte order mark in bytes",
    Buffer.from(`${bom}${header}\n${ann}\n`),
    ["100: Ann Lee"],
  ],
  [
    "FasterXML/jackson-dataformat-csv#47",
    "a byte order mark and spaces after commas",
    `${bom}"brightree_db", "patient_id", "sales_order_no", "patient_name"\nQHMS, 1, 100, Ann Lee\n`,
    ["100: Ann Lee"],
  ],
  [
    "thephpleague/csv#586",
    "a byte order mark, and a comma and a line break in the first quoted cell",
    `${bom}"patient, name",patient_name,brightree_db,patient_id,sales_order_no\n"a,\nb",Ann Lee,QHMS,1,100\n`,
    ["100: Ann Lee"],
  ],
  ["makamaka/Text-CSV#61", "a byte order mark without a header", `${bom}${ann}\n`, ["refused"]],
  [
    "remcostoeten/dora#232",
    "semicolons, with commas in a quoted name",
    `${semicolons(header)}\nQHMS;1;100;"Lee, Ann, Jr"\n`,
    ["100: Lee, Ann, Jr"],
  ],
  [
    "mholt/PapaParse#681",
    "semicolons, with commas and line breaks in a quoted name",
    `${semicolons(header)}\nQHMS;1;100;"F\ni,e,l,d\n,3"\n`,
    ["100: F i,e,l,d ,3"],
  ],
  [
    "mholt/PapaParse#1077",
    "the same with more lines",
    `${semicolons(header)}\nQHMS;1;100;"a,\nb,\nc,\nd,\ne,"\n`,
    ["100: a, b, c, d, e,"],
  ],
  [
    "mholt/PapaParse#1128",
    "semicolons, with one row of JSON",
    `${semicolons(header)};notes\nQHMS;1;100;Ann Lee;"{""a"":1,""b"":2,""c"":3}"\n`,
    ["100: Ann Lee"],
  ],
  [
    "mholt/PapaParse#665",
    "only some cells are quoted",
    `brightree_db;"patient_id";sales_order_no;"patient_name"\nQHMS;"1";100;Ann Lee\n`,
    ["100: Ann Lee"],
  ],
  [
    "mholt/PapaParse#344",
    "a CRLF in a quoted name in a file with LF",
    `${header}\nQHMS,1,100,"Ann\r\nLee"\nQHMS,2,101,Bo\n`,
    ["100: Ann Lee", "101: Bo"],
  ],
  [
    "mholt/PapaParse#727",
    "spaces after a closing quotation mark",
    `${header}\nQHMS,1,100,"Lee,\nAnn" \nQHMS,2,101,Bo\n`,
    ["100: Lee, Ann", "101: Bo"],
  ],
  ["mholt/PapaParse#277", "lines that end with CR", `${header}\r${ann}\r`, ["100: Ann Lee"]],
  [
    "mholt/PapaParse#713",
    "a stray quotation mark spoils only its own line",
    `${header}\nQHMS,1,100,"Ann Lee\nQHMS,2,101,Bo\n`,
    ["101: Bo", "line 2: line"],
  ],
  [
    "mholt/PapaParse#624",
    "one quoted column",
    `"patient_name",brightree_db,patient_id,sales_order_no\n"Ann Lee",QHMS,1,100\n`,
    ["100: Ann Lee"],
  ],
  [
    "mholt/PapaParse#270",
    "cells that are filled up with spaces",
    `brightree_db ;patient_id ;sales_order_no ;patient_name\nQHMS         ;1          ;100            ;Ann Lee\n`,
    ["100: Ann Lee"],
  ],
  [
    "mholt/PapaParse#879",
    "the separator in a quoted cell",
    `${header}\nQHMS,1,100,"Lee, Ann"\n`,
    ["100: Lee, Ann"],
  ],
  [
    "swisstopo/swissgeol-boreholes-suite#2811",
    "Windows-1252, as Excel saves it",
    Buffer.from(accented, "latin1"),
    ["100: Zoë Müller"],
  ],
  [
    "adaptlearning/adapt_framework#1097",
    "Windows-1252 with a curly apostrophe",
    Buffer.concat([Buffer.from(`${header}\nQHMS,1,100,D`), Buffer.from([0x92]), Buffer.from("Arcy\n")]),
    ["100: D’Arcy"],
  ],
  [
    "leovitch/redmine_importer#2",
    "Windows-1252 with semicolons",
    Buffer.from(semicolons(accented), "latin1"),
    ["100: Zoë Müller"],
  ],
  ["akeneo/pim-community-dev#499", "UTF-8", Buffer.from(accented), ["100: Zoë Müller"]],
  [
    "betagouv/zam#171",
    "UTF-8 with a byte order mark and CRLF",
    Buffer.from(bom + accented.replaceAll("\n", "\r\n")),
    ["100: Zoë Müller"],
  ],
  [
    "DaxStudio/DaxStudio#1031",
    "UTF-16 with semicolons",
    Buffer.from(bom + semicolons(accented), "utf16le"),
    ["100: Zoë Müller"],
  ],
  [
    "asafdav/ng-csv#28",
    "a line that names the separator, after a byte order mark",
    `${bom}sep=;\r\n${semicolons(header)}\r\n${semicolons(ann)}\r\n`,
    ["100: Ann Lee"],
  ],
  [
    "klausj1/homeassistant-statistics#180",
    "tabs",
    `${header}\n${ann}\n`.replaceAll(",", "\t"),
    ["100: Ann Lee"],
  ],
  [
    "AlexanderWillner/things.sh#27",
    "names outside Windows-1252",
    Buffer.from(`${header}\nQHMS,1,100,Łukasz Żak\n`),
    ["100: Łukasz Żak"],
  ],
  [
    "proompteng/bilig#28",
    "identifiers with leading zeros",
    `${header}\nQHMS,1,0099001,Ann Lee\nQHMS,2,"000123",Bo\n`,
    ["0099001: Ann Lee", "000123: Bo"],
  ],
  [
    "teableio/teable#1880",
    "identifiers with leading zeros in all cells",
    `${header}\nQHMS,00001,00045,Ann Lee\n`,
    ["00045: Ann Lee"],
  ],
  [
    "dfinke/ImportExcel#830",
    "a number that the spreadsheet shortened",
    `${header}\nQHMS,1,1.9143100000101E+18,Ann Lee\n`,
    ["line 2: sales_order_no"],
  ],
  [
    "iOfficeAI/OfficeCLI#415",
    "a number of more than 15 digits",
    `${header}\nQHMS,1,12345678901234567890,Ann Lee\n`,
    ["12345678901234567890: Ann Lee"],
  ],
  [
    "sqlitebrowser/sqlitebrowser#160",
    "an identifier that looks like a number with an exponent",
    `${header}\nQHMS,1,5.57e+92,Ann Lee\n`,
    ["line 2: sales_order_no"],
  ],
  [
    "orneryd/ui-grid#3135",
    "a number marked as text by a formula",
    `${header}\nQHMS,1,"=""0012""",Ann Lee\n`,
    ["0012: Ann Lee"],
  ],
  [
    "MicrosoftDocs/OfficeDocs-Support#622",
    "a number forced to text by an apostrophe",
    `${header}\nQHMS,1,'1914310000010100016,Ann Lee\n`,
    ["1914310000010100016: Ann Lee"],
  ],
])("%s: %s", async (_, __, file, expected) => {
  expect(await imported(file).catch(() => ["refused"])).toEqual(expected);
});

test("a workbook from LibreOffice whose dates count from 1904 has the right dates", async () => {
  const parts = unzipSync(readFileSync(new URL("../orders/sample-orders.xlsx", import.meta.url)));
  const path = join(scratchFolder(), "orders.xlsx");
  const datesOf = async (properties: string) => {
    const workbook = strFromU8(parts["xl/workbook.xml"] as Uint8Array)
      .replace(/<workbookPr\b[^>]*?\/>/, "")
      .replace(/<(sheets|bookViews)>/, `<workbookPr ${properties}/><$1>`);
    writeFileSync(path, zipSync({ ...parts, "xl/workbook.xml": strToU8(workbook) }));
    return (await csvOf(path)).match(/\d{4}-\d\d-\d\d/g) ?? [];
  };
  const from1904 = await datesOf('date1904="1"');
  expect(from1904.length).toBeGreaterThan(0);
  expect(from1904).not.toEqual(await datesOf('date1904="0"'));
  expect(await datesOf('date1904="true"')).toEqual(from1904);
});
