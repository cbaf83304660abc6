import { wallTime } from "~/core/time";
import type { Row } from "~/db/tables";
import { demoZone, stateOfStep } from "./demo-settings";

type Order = Row<"orders">;

export type DemoRecords = ReturnType<typeof recordsOf>;

export function recordsOf(orders: readonly Order[]) {
  const known = orders.filter((order) => /^\d+$/.test(order.sales_order_no ?? ""));
  const patients = new Map<number, ReturnType<typeof patientOf>>();
  for (const order of known) patients.set(order.patient_id, patientOf(order, patients.get(order.patient_id)));
  return { patients: [...patients.values()], orders: known.map(orderOf) };
}

const from = <Thing>(list: readonly Thing[], seed: number): Thing => list[seed % list.length] as Thing;

const streets = ["Maple Ave", "Church St", "Lakeview Dr", "Mill Rd", "2nd Ave", "Hillcrest Ln"] as const;
const insurers = [
  "Cumberland Mutual",
  "First & Best Health",
  "Blue Ridge Plan",
  "Tri-State Benefit",
] as const;
const notes = ["Gate code is at the office", "Call before coming", "Knock twice", "Dog in the yard"] as const;
const device = { code: "E0601", name: "Sleep therapy device" } as const;
const extras = [
  { code: "A7034", name: "Nasal mask" },
  { code: "A7030", name: "Full face mask" },
  { code: "E0562", name: "Heated humidifier" },
  { code: "A7037", name: "Tubing" },
] as const;

function patientOf(order: Order, before?: { phone?: string; email?: string }) {
  const { patient_id: key, patient_name: name, dob, phone, email, state, branch_office: city } = order;
  const [first = "", ...last] = (name ?? "").split(" ");
  return {
    key,
    ptId: `PT-${key}`,
    first,
    last: last.join(" "),
    ssn: "000-00-0000",
    born: dob ?? "1950-01-01",
    mobile: phone ?? before?.phone,
    phone: phone ?? before?.phone,
    email: email ?? before?.email,
    address: {
      line1: `${100 + (key % 890)} ${from(streets, key)}`,
      city: city ?? "",
      state: state ?? "",
      zip: String(37_000 + (key % 900)),
    },
    payors: [
      {
        level: "Primary" as const,
        company: from(insurers, key),
        policy: `00${key}`,
        from: "2026-01-01",
        verified: key % 3 !== 0,
      },
    ],
  };
}

function orderOf(order: Order) {
  const number = Number(order.sales_order_no);
  return {
    key: number,
    patientKey: order.patient_id,
    created: wallTime(order.recdate ?? order.updated_at, demoZone),
    updated: wallTime(order.updated_at, demoZone),
    status: order.closed_at === null ? "Active" : "Closed",
    state: stateOfStep(order.source_step),
    branch: order.branch_office ?? undefined,
    orderNote: number % 3 === 0 ? from(notes, number) : undefined,
    deliveryNote: number % 5 === 0 ? from(notes, number + 1) : undefined,
    items: [device, from(extras, number), ...(number % 2 === 0 ? [from(extras, number + 1)] : [])],
  };
}
