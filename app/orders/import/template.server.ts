import { strToU8, zipSync } from "fflate";
import type { App } from "~/boot/app.server";
import { orderRow } from "../order-row";
import { listDatabaseNames } from "../order-system/databases.server";

const example: Record<string, string> = {
  patient_id: "40123",
  sales_order_no: "0700123",
  patient_name: "Robert Ellis",
  dob: "4/12/1956",
  phone: "(919) 555-0142",
  email: "robert.ellis@example.com",
  state: "NC",
  step: "4",
  referral_at: "1/19/2026",
};

/** The column names of an order file, and a row with example values in the first database. */
export async function templateRows(app: App): Promise<string[][]> {
  const [database = "QHMS"] = await listDatabaseNames(app.reads);
  const columns = Object.keys(orderRow(app.clock.now()).shape);
  const values: Record<string, string> = { ...example, brightree_db: database };
  return [columns, columns.map((column) => values[column] ?? "")];
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const sheetML = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const packageML = "http://schemas.openxmlformats.org/package/2006";
const typePrefix = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const escaped = (text: string) =>
  text.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign] ?? sign);

/** "AB" for the 28th column, whose index is 27. */
const letters = (index: number): string =>
  (index < 26 ? "" : letters(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

const rowXml = (cells: readonly string[], row: number) =>
  `<row r="${row}">${cells
    .map(
      (text, index) =>
        `<c r="${letters(index)}${row}" s="1" t="inlineStr"><is><t>${escaped(text)}</t></is></c>`,
    )
    .join("")}</row>`;

/**
 * An Excel workbook (ECMA-376) with one sheet. Its columns are formatted as text, so that Excel keeps zeros at the start
 * and writes dates as they are typed.
 */
export function workbookOf(rows: readonly string[][]): Uint8Array<ArrayBuffer> {
  const files = {
    "[Content_Types].xml": `<Types xmlns="${packageML}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${typePrefix}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${typePrefix}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${typePrefix}.styles+xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${packageML}/relationships"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${sheetML}" xmlns:r="${office}"><sheets><sheet name="Orders" sheetId="1" r:id="r1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${packageML}/relationships"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    // The number format 49 is text.
    "xl/styles.xml": `<styleSheet xmlns="${sheetML}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${sheetML}"><cols><col min="1" max="${rows[0]?.length ?? 1}" width="18" style="1"/></cols><sheetData>${rows.map((row, index) => rowXml(row, index + 1)).join("")}</sheetData></worksheet>`,
  };
  const entries = Object.entries(files).map(([name, xml]) => [name, strToU8(head + xml)] as const);
  return zipSync(Object.fromEntries(entries)) as Uint8Array<ArrayBuffer>;
}
