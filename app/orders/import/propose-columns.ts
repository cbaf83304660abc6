import { dayInCell, instantIn } from "~/core/dates";
import { emailAddress } from "~/core/fields";
import { parsePhone } from "~/core/phone";
import { splitExtension } from "~/core/phone-extension";
import { postalCodeOf } from "~/core/postal-code";
import { Refusal } from "~/core/refusal";
import { stateOf } from "~/core/zones/states";
import { patientColumns, requiredColumns, sourceStepIn } from "../order-row";
import { isOverStatus } from "../order-status";
import { orderValue } from "./cells";
import { type FileField, isFileField } from "./choose-columns";

/** Names of the same column in other exports, without spaces and signs. If a file has several, the first one counts. */
const otherNames: Record<FileField, readonly string[]> = {
  brightree_db: ["brightreedb", "brightreedatabase", "database", "databasename", "db"],
  patient_id: [
    ...["patientid", "patientno", "patientnumber", "brightreepatientid", "brightreeid", "ptid", "pid"],
    ...["ptno", "patientkey", "accountno", "accountnumber", "acctno", "acctnumber", "account", "acct"],
    ...[
      "mrn",
      "medicalrecordno",
      "medicalrecordnumber",
      "chart",
      "chartno",
      "chartnumber",
      "clientid",
      "clientno",
      "customerno",
      "customerid",
    ],
  ],
  sales_order_no: [
    ...["salesorderno", "salesordernumber", "salesorderid", "salesorder", "sono", "sonumber", "soid", "so"],
    ...["orderno", "ordernumber", "orderid", "order", "sokey", "salesorderkey", "ticketno", "refno"],
    ...["orderref", "orderreference", "orderrefno"],
  ],
  patient_name: [
    ...["patientname", "patientfullname", "fullname", "patient", "name"],
    ...["patientlastfirst", "lastfirst", "lastnamefirstname", "namelastfirst", "client", "customer"],
  ],
  first_name: ["patientfirstname", "patientfirst", "firstname", "first", "fname", "givenname"],
  last_name: ["patientlastname", "patientlast", "lastname", "last", "lname", "surname", "familyname"],
  dob: [
    ...["dob", "patientdob", "dateofbirth", "patientdateofbirth", "birthdate", "birthday"],
    ...["birthdt", "born", "bday", "dateborn"],
  ],
  phone: [
    ...["phone", "patientphone", "mobilephone", "mobile", "mobilenumber", "cellphone", "cell", "cellnumber"],
    ...["phonenumber", "phoneno", "patientphonenumber", "telephone", "homephone"],
    ...["phone1", "primaryphone", "mobiletel", "tel", "telno", "contactno", "contactnumber", "contactphone"],
    ...["bestphone", "cellno", "mobileno", "homephoneno", "preferredphone"],
    ...["cellph", "mobileph", "homeph", "ph", "phno", "ph1"],
  ],
  second_phone: [
    ...["secondphone", "secondaryphone", "otherphone", "altphone", "alternatephone", "alternativephone"],
    ...["phone2", "ph2", "tel2", "workphone", "dayphone", "eveningphone", "landline", "housephone"],
  ],
  phone_ext: ["phoneext", "phoneextension", "extension", "ext"],
  email: [
    ...["email", "emailaddress", "patientemail", "patientemailaddress", "emailaddr", "contactemail", "mail"],
  ],
  state: [
    ...["state", "patientstate", "deliverystate", "shippingstate", "homestate", "st", "stateprovince"],
    ...["residencestate", "stateofresidence"],
  ],
  zip: [
    ...["zip", "zipcode", "postalcode", "postal", "postcode", "zippostal", "zippostalcode", "patientzip"],
    ...["patientzipcode", "deliveryzip", "deliveryzipcode", "shippingzip", "shippingzipcode", "homezip"],
  ],
  step: ["step", "stepname", "currentstep", "wipstate", "wipstep", "workflowstep"],
  order_status: ["orderstatus", "salesorderstatus", "sostatus", "status"],
  step_reached_at: ["stepreachedat", "stepreached", "stepdate", "wipstatedate", "wipdate"],
  referral_at: [
    ...["referralat", "referraldate", "dateofreferral", "datereferred", "referredon", "referral"],
    ...["referraldt", "refdate", "referred", "datereferralreceived"],
  ],
  recdate: [
    ...["recdate", "receiveddate", "datereceived", "receivedon", "received"],
    ...[
      "rxrecd",
      "rxreceived",
      "rxdate",
      "recvd",
      "recd",
      "daterecd",
      "orderdate",
      "createdate",
      "createdt",
      "socreatedate",
      "socreatedt",
    ],
  ],
  branch_office: [
    ...["branchoffice", "branch", "branchname", "office", "sobranch", "location", "site", "store", "clinic"],
  ],
  company: ["company", "companyname"],
  referrer: [
    ...[
      "referrer",
      "referredby",
      "referringphysician",
      "referringprovider",
      "referringdoctor",
      "referringdr",
    ],
    ...["referralsource", "orderingphysician", "orderingprovider", "orderingdoctor", "orderingdr"],
    ...[
      "refdr",
      "refdoctor",
      "refphysician",
      "refprovider",
      "referringmd",
      "physician",
      "doctor",
      "provider",
      "dr",
    ],
  ],
  language: [
    ...["language", "preferredlanguage", "primarylanguage", "patientlanguage", "spokenlanguage", "lang"],
    ...["languagepreference", "languagepreferred", "languagespoken"],
  ],
  interpreter: ["interpreter", "interpreterlanguage", "interpreterneeded"],
  carrier: ["carrier", "shippingcarrier", "shipper", "shipvia", "carriername"],
  tracking_number: ["trackingnumber", "trackingno", "tracking", "trackingid", "shipmenttrackingnumber"],
  shipped_at: ["shippedat", "shippedon", "shipdate", "shippeddate", "dateshipped"],
  expected_on: [
    "expectedon",
    "expecteddelivery",
    "expecteddeliverydate",
    "deliveryexpectedon",
    "deliverydue",
  ],
  delivered_at: ["deliveredat", "deliveredon", "delivereddate", "actualdeliverydatetime", "datedelivered"],
};

/** The same in Spanish, without accents. They come after the English names. */
const spanishNames: Partial<Record<FileField, readonly string[]>> = {
  patient_id: [
    ...["numerodepaciente", "numeropaciente", "nodepaciente", "nopaciente", "idpaciente", "iddepaciente"],
    ...["numerodeexpediente", "expediente", "numerodehistoria", "numerodecuenta"],
  ],
  sales_order_no: [
    "numerodeorden",
    "numeroorden",
    "nodeorden",
    "noorden",
    "orden",
    "numerodepedido",
    "pedido",
  ],
  patient_name: ["nombrecompleto", "nombredelpaciente", "nombredepaciente", "nombreyapellido", "paciente"],
  first_name: ["nombre", "nombres", "primernombre", "nombredepila"],
  last_name: ["apellido", "apellidos", "primerapellido"],
  dob: ["fechadenacimiento", "fechanacimiento", "fechanac", "fecnac", "nacimiento"],
  phone: [
    ...["celular", "telefonocelular", "numerodecelular", "movil", "telefonomovil", "telefono"],
    ...["numerodetelefono", "telefonodecasa", "telefonofijo", "telefonodelhogar"],
  ],
  email: ["correo", "correoelectronico", "direcciondecorreo"],
  state: ["estado"],
  zip: ["codigopostal", "zonapostal"],
  referral_at: ["fechadereferido", "fechadelreferido", "fechadereferencia"],
  recdate: ["fechaderecibo", "fechaderecepcion", "recibido"],
  branch_office: ["sucursal", "oficina", "clinica"],
  referrer: ["medico", "doctora", "medicoreferente", "referidopor"],
  language: ["idioma", "lengua", "idiomapreferido"],
  interpreter: ["interprete"],
};

const columnOf = new Map(
  Object.entries(otherNames).flatMap(([column, names]) =>
    [column.replaceAll("_", ""), ...names, ...(spanishNames[column as FileField] ?? [])].map((name, rank) => [
      name,
      { column, rank },
    ]),
  ),
);

/** "sales order #" and "Sales_Order_No" are the same name. */
export const bareName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/#/g, "no")
    .replace(/[^a-z0-9]/g, "");

const personalFields = new Set<string>([
  ...["patient_id", "first_name", "last_name", "second_phone"],
  ...patientColumns,
]);

const ofPatient = /^(patient|pt|client|customer|cust)s?(?=.)/;

/** Words that offices shorten in column names. */
const shortWords = new Map([
  ["acct", "account"],
  ["addr", "address"],
  ["alt", "alternate"],
  ["dt", "date"],
  ["lang", "language"],
  ["nbr", "no"],
  ["num", "no"],
  ["ord", "order"],
  ["ph", "phone"],
  ["phn", "phone"],
  ["pref", "preferred"],
  ["rcvd", "received"],
  ["recd", "received"],
  ["ref", "referral"],
]);

const inFull = (name: string): string =>
  name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^a-z0-9#]+/)
    .map((word) => shortWords.get(word) ?? word)
    .join("");

/** The field that a name stands for: "Pt DOB" like "DOB", and "Sales Ord" like "Sales order". */
function fieldNamed(name: string): { column: string; rank: number } | undefined {
  return namedField(bareName(name.normalize("NFD"))) ?? namedField(bareName(inFull(name)), 200);
}

function namedField(bare: string, less = 0): { column: string; rank: number } | undefined {
  const found = columnOf.get(bare);
  if (found) return { column: found.column, rank: found.rank + less };
  if (!ofPatient.test(bare)) return undefined;
  const rest = columnOf.get(bare.replace(ofPatient, ""));
  if (!rest || !personalFields.has(rest.column)) return undefined;
  return { column: rest.column, rank: rest.rank + 100 + less };
}

/** The field that a column's name stands for, whether or not the column is used. */
export function fieldOfName(name: string): string | null {
  return fieldNamed(name)?.column ?? null;
}

/** How many of the names stand for different fields. */
export const knownNames = (names: readonly string[]): number =>
  new Set(names.map((name) => fieldNamed(name)?.column).filter(Boolean)).size;

/** The columns that a header names. A name that is unknown, or another name of a column it also has, stays as it is. */
export function columnsOf(header: readonly string[]): string[] {
  const columns = namedColumns(header);
  for (const needed of requiredColumns) {
    if (columns.includes(needed)) continue;
    throw new Refusal("invalid", isText(header) ? missing(needed) : noText);
  }
  const twice = columns.find((name, index) => name !== "" && columns.indexOf(name) !== index);
  if (twice) throw new Refusal("invalid", `The header has the column "${twice}" twice.`);
  return columns;
}

function namedColumns(header: readonly string[]): string[] {
  const given = header.map((name) => name.trim().toLowerCase());
  const found = given.map((name) => fieldNamed(name));
  const isBest = (index: number) => {
    const known = found[index];
    if (!known || (known.column !== given[index] && given.includes(known.column))) return false;
    return !found.some((other) => other?.column === known.column && other.rank < known.rank);
  };
  const columns = given.map((name, index) => (isBest(index) ? (found[index]?.column ?? name) : name));
  // The next best phone is used for patients without the first, such as "Home Phone" next to "Cell".
  const [second] = found
    .map((field, index) => ({ index, rank: field?.column === "phone" ? field.rank : Infinity }))
    .filter(({ index, rank }) => rank < Infinity && columns[index] !== "phone")
    .sort((a, b) => a.rank - b.rank);
  if (!second || given.includes("second_phone")) return columns;
  return columns.map((column, index) => {
    if (index === second.index) return "second_phone";
    return column === "second_phone" ? (given[index] ?? "") : column;
  });
}

const noText = "This is not a UTF-8 CSV file. In a spreadsheet, save it as “CSV UTF-8”.";

// Binary data has control characters.
// biome-ignore lint/suspicious/noControlCharactersInRegex: this looks for them
export const isText = (names: readonly string[]): boolean => !/[\0-\x08\ufffd]/.test(names.join(""));

const missing = (needed: string) =>
  `The file has no column "${needed}". The first line must list the column names.`;

const isDate = (value: string) => instantIn(value) !== null;

const isPhone = (value: string) => parsePhone(splitExtension(value.replace(/\.0$/, "")).number) !== null;

/** Whether a value can be of a field. Fields with any text aren't listed. */
const fits: Record<string, (value: string) => boolean> = {
  patient_id: (value) => /^\d{1,12}(\.0+)?$/.test(value),
  dob: (value) => dayInCell(value) !== null,
  phone: isPhone,
  second_phone: isPhone,
  email: (value) => emailAddress.safeParse(value).success,
  state: (value) => stateOf(value) !== null,
  zip: (value) => postalCodeOf(value.replace(/\.0$/, "")) !== null,
  step: (value) => sourceStepIn(value) !== null || isOverStatus(value),
  step_reached_at: isDate,
  referral_at: isDate,
  recdate: isDate,
  language: (value) => /^e[ns]$/.test(value),
  patient_name: (value) => /\p{L}/u.test(value) && !/@/.test(value),
};

/** The share of the values that can be of a field, from 0 to 1. Null if there are none. */
function shareThatFits(field: string, values: readonly string[], now: number): number | null {
  const test = fits[field];
  const given = values.map((value) => orderValue(field, value, now).trim()).filter(Boolean);
  if (given.length === 0) return null;
  return test ? given.filter(test).length / given.length : 1;
}

/** Found by their values, in this order, if no column has their name. */
const foundByValues = ["email", "phone", "dob", "state"];

/** Other dates are younger, and a plain number is more often an ID than Excel's number of a day. */
function areBirthDates(values: readonly string[], now: number): boolean {
  if (values.some((value) => /^\d+$/.test(value.trim()))) return false;
  const years = values
    .map((value) => dayInCell(orderValue("dob", value, now))?.slice(0, 4))
    .filter((year): year is string => year !== undefined)
    .map(Number)
    .sort((a, b) => a - b);
  return (years[Math.floor(years.length / 2)] ?? 9999) < new Date(now).getUTCFullYear() - 10;
}

/**
 * Proposes a column for each field: by its name, unless its values can't be such a field, or else by its values.
 * @param rows the first rows below the header
 * @returns the index of the column for each field, and the fields found by their values
 */
export function proposeColumns(header: readonly string[], rows: readonly string[][], now: number) {
  const valuesOf = (index: number) => rows.map((cells) => cells[index] ?? "");
  const columns: Record<string, number> = {};
  for (const [index, name] of namedColumns(header).entries()) {
    if (!isFileField(name) || columns[name] !== undefined) continue;
    const share = shareThatFits(name, valuesOf(index), now);
    // A chart number with letters isn't a patient ID, but one can be made from it.
    if (
      share === 0 &&
      name !== "patient_id" &&
      name !== bareName(header[index] ?? "") &&
      header[index]?.trim() !== name
    )
      continue;
    columns[name] = index;
  }
  const guessed: string[] = [];
  // A column "Patient" with numbers is the patient's number.
  if (columns.patient_id === undefined) {
    const index = header.findIndex(
      (name, at) =>
        fieldNamed(name)?.column === "patient_name" &&
        !Object.values(columns).includes(at) &&
        (shareThatFits("patient_id", valuesOf(at), now) ?? 0) > 0.7,
    );
    if (index >= 0) {
      columns.patient_id = index;
      guessed.push("patient_id");
    }
  }
  for (const field of foundByValues) {
    if (columns[field] !== undefined) continue;
    const used = new Set(Object.values(columns));
    const score = (index: number): number => {
      const values = valuesOf(index);
      if (used.has(index) || (field === "dob" && !areBirthDates(values, now))) return 0;
      return shareThatFits(field, values, now) ?? 0;
    };
    const scores = header.map((_, index) => score(index));
    const best = scores.indexOf(Math.max(...scores));
    if ((scores[best] ?? 0) < 0.6) continue;
    columns[field] = best;
    guessed.push(field);
  }
  return { columns, guessed };
}
