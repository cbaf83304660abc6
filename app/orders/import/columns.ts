import { Refusal } from "~/core/refusal";
import { requiredColumns } from "../order-row";

/** Names of the same column in other exports, without spaces and signs. If a file has several, the first one counts. */
const otherNames: Record<string, readonly string[]> = {
  brightree_db: ["brightreedb", "brightreedatabase", "database", "databasename", "db"],
  patient_id: ["patientid", "patientno", "patientnumber", "brightreepatientid", "brightreeid", "ptid", "pid"],
  sales_order_no: [
    ...["salesorderno", "salesordernumber", "salesorderid", "salesorder", "sono", "sonumber", "soid", "so"],
    ...["orderno", "ordernumber", "orderid"],
  ],
  patient_name: ["patientname", "patientfullname", "fullname", "patient", "name"],
  first_name: ["patientfirstname", "patientfirst", "firstname"],
  last_name: ["patientlastname", "patientlast", "lastname"],
  dob: ["dob", "patientdob", "dateofbirth", "patientdateofbirth", "birthdate", "birthday"],
  phone: [
    ...["phone", "patientphone", "mobilephone", "mobile", "mobilenumber", "cellphone", "cell", "cellnumber"],
    ...["phonenumber", "phoneno", "patientphonenumber", "telephone", "homephone"],
  ],
  phone_ext: ["phoneext", "phoneextension", "extension", "ext"],
  email: ["email", "emailaddress", "patientemail", "patientemailaddress"],
  state: ["state", "patientstate", "deliverystate", "shippingstate", "homestate", "st"],
  step: ["step", "stepname", "currentstep"],
  order_status: ["orderstatus", "salesorderstatus", "sostatus", "status"],
  step_reached_at: ["stepreachedat", "stepreached", "stepdate"],
  referral_at: ["referralat", "referraldate", "dateofreferral", "datereferred", "referredon", "referral"],
  recdate: ["recdate", "receiveddate", "datereceived", "receivedon", "received"],
  branch_office: ["branchoffice", "branch", "branchname", "office"],
  company: ["company", "companyname"],
  language: ["language", "preferredlanguage", "primarylanguage", "patientlanguage"],
  interpreter: ["interpreter", "interpreterlanguage"],
};

const columnOf = new Map(
  Object.entries(otherNames).flatMap(([column, names]) =>
    names.map((name, rank) => [name, { column, rank }]),
  ),
);

/** "sales order #" and "Sales_Order_No" are the same name. */
const bareName = (name: string) => name.replace(/#/g, "no").replace(/[^a-z0-9]/g, "");

/** The columns that a header names. A name that is unknown, or another name of a column it also has, stays as it is. */
export function columnsOf(header: readonly string[]): string[] {
  const given = header.map((name) => name.trim().toLowerCase());
  const found = given.map((name) => columnOf.get(bareName(name)));
  const isBest = (index: number) => {
    const known = found[index];
    if (!known || (known.column !== given[index] && given.includes(known.column))) return false;
    return !found.some((other) => other?.column === known.column && other.rank < known.rank);
  };
  const columns = given.map((name, index) => (isBest(index) ? (found[index]?.column ?? name) : name));
  for (const needed of requiredColumns) {
    if (columns.includes(needed)) continue;
    throw new Refusal("invalid", isText(header) ? missing(needed) : noText);
  }
  const twice = columns.find((name, index) => name !== "" && columns.indexOf(name) !== index);
  if (twice) throw new Refusal("invalid", `The header has the column "${twice}" twice.`);
  return columns;
}

const noText = "This is not a UTF-8 CSV file. In a spreadsheet, save it as “CSV UTF-8”.";

// Binary data has control characters.
// biome-ignore lint/suspicious/noControlCharactersInRegex: this looks for them
const isText = (names: readonly string[]) => !/[\0-\x08\ufffd]/.test(names.join(""));

const missing = (needed: string) =>
  `The file has no column "${needed}". The first line must list the column names.`;
