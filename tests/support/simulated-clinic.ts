import type { App } from "~/boot/app.server";
import { sealCredentials } from "~/orders/order-system/order-systems.server";
import { atEnd } from "./cleanup";
import { SimulatedOrderSystem } from "./simulated-order-system";
import type { SimulatedOrder, SimulatedPatient } from "./simulated-records";

export const patient: SimulatedPatient = {
  key: 41_001,
  ptId: "PT-0077",
  first: "Ada",
  last: "O'Neill & Sons <x>",
  ssn: "123-45-6789",
  born: "1951-07-09",
  phone: "(919) 555-0111",
  mobile: "919-555-0112",
  email: "ada@mail.example",
  address: { line1: "12 Elm St", line2: "Apt 4", city: "Boston", state: "MA", zip: "02134" },
  payors: [
    { level: "Primary", company: "Patient's Insurer", policy: "00777", from: "2025-01-01", verified: true },
  ],
};

export const order: SimulatedOrder = {
  key: 70_001,
  patientKey: patient.key,
  created: "2026-02-20T09:30:00",
  updated: "2026-03-01T08:00:00",
  state: "23 - Scheduling",
  branch: "Raleigh",
  orderNote: "Gate 4",
  items: [{ code: "E0601", name: "CPAP device" }, { name: "Mask, full face" }],
  payors: [
    { level: "Secondary", company: "Second Mutual", policy: "22", from: "2024-05-01", verified: true },
    { level: "Primary", company: "First & Best", policy: "00123", from: "2026-01-01", verified: false },
  ],
};

/** The order's details as staff see them. */
export const orderMeta = {
  order: {
    address: "12 Elm St, Apt 4, Boston, MA 02134",
    phone: "(919) 555-0111",
    mobile: "919-555-0112",
    order_note: "Gate 4",
    delivery_note: null,
  },
  insurance: {
    company: "First & Best",
    policy_number: "00123",
    effective: "2026-01-01",
    verified: false,
  },
  items: [
    { proc_code: "E0601", item_name: "CPAP device" },
    { proc_code: null, item_name: "Mask, full face" },
  ],
  branch_office: "Raleigh",
};

/** Starts a simulated order system with one patient and one order. Stops it after the test. */
export async function simulatedClinic(): Promise<SimulatedOrderSystem> {
  const simulator = await SimulatedOrderSystem.start();
  atEnd(() => simulator.stop());
  simulator.patients.set(patient.key, structuredClone(patient));
  simulator.orders.set(order.key, structuredClone(order));
  return simulator;
}

/** Connects a database to the simulated order system, like an admin would. */
export async function connectDatabase(
  app: Pick<App, "db" | "secrets">,
  simulator: SimulatedOrderSystem,
  database = "QHMS",
): Promise<void> {
  const { userName, password, services } = simulator;
  const row = {
    kind: "brightree" as const,
    credentials_sealed: sealCredentials(app, { userName, password }),
    orders_url: services.ordersUrl,
    patients_url: services.patientsUrl,
    reference_url: services.referenceUrl,
  };
  await app.db
    .insertInto("order_systems")
    .values({ database_name: database, ...row })
    .onConflict((conflict) => conflict.column("database_name").doUpdateSet(row))
    .execute();
}
