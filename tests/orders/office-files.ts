import { strToU8, zipSync } from "fflate";

/*
 * Files of 200 orders as offices have them: made in Excel, exported by a European Excel, and kept in Google Sheets. The
 * column names are of the kind that public import guides of clinics' systems list.
 */

const first = ["José", "Maria", "D'Angelo", "Mary Ann", "Jürgen", "Renée", "Bob", "Ngoc", "Siobhán", "Luz"];
const last = [
  "Peña",
  "Smith-Jones",
  "O'Brien",
  "Núñez",
  "Nguyen",
  "de la Cruz",
  "Müller",
  "McDonald",
  "Ruiz",
  "Li",
];
const insurers = ["Medicare", "BCBS NC", "Aetna; PPO", "UHC, Gold", "Humana"];

export interface OfficePatient {
  index: number;
  first: string;
  last: string;
  /** [year, month, day] */
  born: [number, number, number];
  phone: string;
}

/** Different people: no two have both the same name and the same date of birth. */
export const officePatients: OfficePatient[] = Array.from({ length: 200 }, (_, index) => ({
  index,
  first: first[index % 10] ?? "",
  last: last[(index * 7 + Math.floor(index / 10)) % 10] ?? "",
  born: [1934 + ((index * 13) % 60), 1 + ((index * 5) % 12), 1 + ((index * 11) % 28)],
  phone: `${["919", "252", "704"][index % 3]}555${1000 + index * 7}`,
}));

const slashed = ([year, month, day]: OfficePatient["born"]) => `${month}/${day}/${year}`;
const twoDigits = ([year, month, day]: OfficePatient["born"]) =>
  `${String(month).padStart(2, "0")}/${String(day).padStart(2, "0")}/${String(year % 100).padStart(2, "0")}`;
const dotted = (phone: string) => phone.replace(/(...)(...)(....)/, "$1.$2.$3");
const inParentheses = (phone: string) => phone.replace(/(...)(...)(....)/, "($1) $2-$3");

type Cell = string | { number: number; style?: number } | { formula: string; value: number } | null;

const excelDay = (year: number, month: number, day: number) =>
  Date.UTC(year, month - 1, day) / 86_400_000 + 25_569;

const letterOf = (index: number) => String.fromCharCode(65 + index);
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

function cellXml(cell: Cell, at: string): string {
  if (cell === null) return "";
  if (typeof cell === "string") {
    return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
  }
  if ("formula" in cell) return `<c r="${at}"><f>${cell.formula}</f><v>${cell.value}</v></c>`;
  return `<c r="${at}" s="${cell.style ?? 0}"><v>${cell.number}</v></c>`;
}

const date = 1;
const phoneFormat = 2;
const zip = 3;

/** A workbook with a merged title, who printed it, dates and phone numbers as formatted numbers, and a totals row. */
export function excelExport(): Buffer {
  const rows: Cell[][] = [
    ["CPAP SETUPS — OPEN REFERRALS"],
    ["Printed 1/20/2026 by Dana K."],
    [],
    [
      "Acct",
      "Last",
      "First",
      "MI",
      "Birthdate",
      "Gender",
      "Home Ph",
      "Cell",
      "City",
      "St",
      "Zip",
      "Ins 1",
      "Ref Dr",
      "Rx Rec'd",
      "Comments",
    ],
    ...officePatients.map(({ index, first, last, born, phone }): Cell[] => [
      index % 40 === 7 ? `T-${index}` : { number: 20_000 + index * 3 },
      last.toUpperCase(),
      first.toUpperCase(),
      index % 4 === 0 ? "J" : null,
      index === 33 ? "see chart" : { number: excelDay(...born), style: date },
      index % 2 === 0 ? "F" : "M",
      index % 5 === 0 ? null : { number: Number(phone), style: phoneFormat },
      index === 77 ? "none" : { number: Number(phone) + 1, style: phoneFormat },
      "Raleigh",
      index === 120 ? "Ontario" : "NC",
      { number: 27_601 + (index % 9), style: zip },
      insurers[index % 5] ?? null,
      `Dr. ${last}`,
      { number: excelDay(2026, 1, 1 + (index % 19)), style: date },
      index % 9 === 0 ? "call after 5pm\nuses walker" : null,
    ]),
    ["TOTAL", null, { formula: "COUNTA(C5:C204)", value: 200 }],
  ];
  const sheet = rows
    .map((cells, row) =>
      cells.length === 0
        ? ""
        : `<row r="${row + 1}">${cells.map((cell, index) => cellXml(cell, `${letterOf(index)}${row + 1}`)).join("")}</row>`,
    )
    .join("");
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const packages = "http://schemas.openxmlformats.org/package/2006";
  const kind = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  const files = {
    "[Content_Types].xml": `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kind}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${kind}.styles+xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Open referrals" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="(000) 000\\-0000"/><numFmt numFmtId="165" formatCode="00000"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${main}"><sheetData>${sheet}</sheetData><mergeCells count="1"><mergeCell ref="A1:O1"/></mergeCells></worksheet>`,
  };
  const entries = Object.entries(files).map(
    ([name, xml]) => [name, strToU8(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`)] as const,
  );
  return Buffer.from(zipSync(Object.fromEntries(entries)));
}

/** A CSV file with semicolons in Latin-1: one column for the name, two numbers in a cell, foreign prefixes, and totals. */
export function semicolonExport(): Buffer {
  const phoneOf = ({ index, phone }: OfficePatient) => {
    if (index === 61) return "no phone";
    if (index % 25 === 3) return `${inParentheses(phone)} / ${inParentheses(String(Number(phone) + 1))}`;
    if (index % 25 === 4) return `001 ${phone}`;
    return index % 2 === 0 ? dotted(phone) : `+1 ${phone}`;
  };
  const emailOf = ({ index }: OfficePatient) =>
    index === 90 ? "peña90@mail.example" : index % 6 === 0 ? "" : `patient${index}@mail.example`;
  const lines = officePatients.map((patient) => {
    const { index, first, last, born } = patient;
    return [
      index === 150 ? "" : `${300_000 + index}`,
      index === 12 ? "300011-B" : `B${5000 + index}`,
      `"${last}, ${first}"`,
      index % 7 === 0 ? twoDigits(born) : slashed(born),
      phoneOf(patient),
      emailOf(patient),
      ["EN", "Español", "english", ""][index % 4],
      "Clínica Sur",
      `"Seguro: ${insurers[index % 5]}"`,
    ].join(";");
  });
  const head =
    "Client No.;Order Ref.;Client Name;Date of Birth;Phone No.;E-mail;Preferred Language;Branch;Remarks";
  const text = [head, ...lines, "Total;200;;;;;;;", ";;;;;;;;"].join("\r\n");
  return Buffer.from(`${text}\r\n`, "latin1");
}

/** A shared sheet of Google Sheets as CSV: an emoji in a column name, check boxes, and dates and phones as people type. */
export function googleSheet(): Buffer {
  const bornAs = ({ index, born }: OfficePatient) => {
    const [year, month, day] = born;
    const name = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][
      month - 1
    ];
    if (index === 44) return "1/2/24";
    return [slashed(born), twoDigits(born), `${name} ${day}, ${year}`, `${day}-${name}-${year}`][index % 4];
  };
  const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const lines = officePatients.map((patient) => {
    const { index, first, last, phone } = patient;
    const written = [inParentheses(phone), dotted(phone), `+1 ${inParentheses(phone)}`, `c: ${phone}`][
      index % 4
    ];
    return [
      `1/${1 + (index % 25)}/2026 9:${String(10 + (index % 50))}:00`,
      index % 50 === 9 ? `${first} ${last} ⭐` : `${first} ${last}`,
      bornAs(patient) ?? "",
      index === 101 ? "ask spouse" : (written ?? ""),
      index % 3 === 0 ? "" : `Patient${index}@Mail.Example `,
      index % 2 === 0 ? "North Carolina" : "nc",
      `${last} MD`,
      index % 5 === 0 ? "TRUE" : "FALSE",
      index % 8 === 0 ? 'needs "small" mask,\nleft voicemail 👍' : "",
    ]
      .map(quoted)
      .join(",");
  });
  const head =
    "Timestamp,Patient 😴,DOB (mm/dd/yyyy),Best phone #,Email Address,State?,Referring provider,Rx on file?,Notes";
  return Buffer.from([head, ...lines, ...Array.from({ length: 30 }, () => ",,,,,,,FALSE,")].join("\r\n"));
}
