import { day } from "~/core/time";
import { brightreeNotes } from "./brightree-notes.server";
import { guardOrderSystem, type Limits, usualLimits } from "./guarded-order-system.server";
import type { Check, OrderMeta, OrderQuery, OrderSystem } from "./order-system";
import { OrderSystemFailure } from "./order-system-failure";
import { changedOrderOf, lacksPatientData, metaOf, patientIdOf } from "./read-order.server";
import { askBySoap, type SoapRequest } from "./soap.server";
import {
  changesRequest,
  orderRequest,
  patientRequest,
  payorsRequest,
  statesRequest,
  userRequest,
} from "./soap-requests.server";
import { all, at, isTrue, textAt, textOf, type Xml } from "./xml.server";

export interface BrightreeSettings {
  userName: string;
  password: string;
  ordersUrl: string;
  patientsUrl: string;
  referenceUrl: string;
  privateHosts: readonly string[];
  /** IANA name of the order system's time zone. */
  zone: string;
}

export function brightreeOrderSystem(
  settings: BrightreeSettings,
  limits: Limits = usualLimits,
  now: () => number,
): OrderSystem {
  const guard = guardOrderSystem(limits);
  // Notes that hang or fail must not prevent staff from reading an order's details.
  const guardNotes = guardOrderSystem(limits);
  const { userName, password, privateHosts, zone } = settings;
  const urls: Record<string, string> = {
    SalesOrderService: settings.ordersUrl,
    PatientService: settings.patientsUrl,
    ReferenceDataService: settings.referenceUrl,
  };
  const within = (signal?: AbortSignal) => {
    const limit = AbortSignal.timeout(limits.answerWithin);
    return signal ? AbortSignal.any([limit, signal]) : limit;
  };

  /** Bypasses the guard, to test the connection. */
  async function askOnce(request: SoapRequest, signal: AbortSignal): Promise<Xml> {
    const url = urls[request.service] ?? "";
    const result = await askBySoap({ url, userName, password, privateHosts }, request, signal);
    if (!isTrue(at(result, "Success"))) throw refusalOf(result);
    return result;
  }
  const ask = (request: SoapRequest, signal: AbortSignal) =>
    guard((given) => askOnce(request, given), signal);

  const askForNotes = (request: SoapRequest, signal: AbortSignal) =>
    guardNotes((given) => askOnce(request, given), signal);

  /** Undefined if the record doesn't exist. */
  async function fetchOne(request: SoapRequest, name: string, signal: AbortSignal): Promise<Xml> {
    try {
      const result = await ask(request, signal);
      return all(result, "Items", name)[0] ?? at(result, "Item");
    } catch (error) {
      if (isUnknown(error)) return undefined;
      throw error;
    }
  }

  async function fetchPatient(key: number, signal: AbortSignal) {
    const [patient, payors] = await Promise.all([
      fetchOne(patientRequest(key), "Patient", signal),
      ask(payorsRequest(key), signal).then((result) => all(result, "Items", "PatientPayor")),
    ]);
    return { patient, payors };
  }

  return {
    async fetchOrderMeta(query) {
      const signal = within();
      if (query.salesOrderNo === null) {
        const known = await fetchPatient(query.patientId, signal);
        return known.patient === undefined ? null : metaOf(known);
      }
      const order = await fetchOne(orderRequest(query.salesOrderNo), "SalesOrder", signal);
      if (order === undefined || !isOf(order, query)) return null;
      const meta = metaOf({ order });
      if (!lacksPatientData(meta)) return meta;
      // Shows the order's own data even if the patient's record can't be read.
      return fetchPatient(query.patientId, signal).then(
        (known): OrderMeta => metaOf({ order, ...known }),
        () => meta,
      );
    },

    async listChangedOrders({ page, pageSize, ...span }, signal) {
      const result = await ask(changesRequest(span, zone, page, pageSize), within(signal));
      return all(result, "Items", "SalesOrderSearchResponse")
        .map((row) => textAt(row, "BrightreeID"))
        .filter((key) => key !== null);
    },

    async fetchOrder(salesOrderNo, signal) {
      const order = await fetchOne(orderRequest(salesOrderNo), "SalesOrder", within(signal));
      return order === undefined ? null : changedOrderOf(order, salesOrderNo, zone);
    },

    async listOrderStates() {
      const result = await ask(statesRequest, within());
      const states = at(result, "Items");
      return Object.values(typeof states === "object" ? states : {})
        .flat()
        .map((state) => textAt(state as Xml, "Description"))
        .filter((name) => name !== null);
    },

    notes: brightreeNotes({ ask: askForNotes, within, isUnknown }),

    async test() {
      const lately = { from: now() - day, to: now() };
      return Promise.all([
        check("Sign-in", "The user name and password are correct.", () => askOnce(userRequest, within())),
        check("Orders", "Orders can be read.", () => askOnce(changesRequest(lately, zone, 1, 1), within())),
        check("Patients", "Patients can be read.", () => askOnce(patientRequest(0), within()), isUnknown),
      ]);
    },
  };
}

/** True if the order belongs to this patient. An order without a patient matches by its number. */
function isOf(order: Xml, { patientId }: OrderQuery): boolean {
  const owner = patientIdOf(order);
  return owner === null || owner === patientId;
}

function refusalOf(result: Xml): OrderSystemFailure {
  const message = all(result, "Messages", "string").map(textOf).filter(Boolean).join(" ");
  if (/rerun the transaction/i.test(message)) {
    return new OrderSystemFailure("busy", "The order system is busy. Try again in a moment.", message);
  }
  return new OrderSystemFailure("refused", "The order system refused the request.", message.slice(0, 300));
}

function isUnknown(error: unknown): boolean {
  return (
    error instanceof OrderSystemFailure &&
    error.kind === "refused" &&
    /not (be )?found|not exist|no (record|order|patient)|invalid \w*id/i.test(error.response ?? "")
  );
}

async function check(
  name: string,
  sentence: string,
  run: () => Promise<unknown>,
  isFine: (error: unknown) => boolean = () => false,
): Promise<Check> {
  try {
    await run();
    return { name, ok: true, sentence };
  } catch (error) {
    if (isFine(error)) return { name, ok: true, sentence };
    if (!(error instanceof OrderSystemFailure)) throw error;
    return {
      name,
      ok: false,
      sentence: error.response ? `${error.message} It responded: ${error.response}` : error.message,
    };
  }
}
