import { hour, wallTime } from "~/core/time";
import { offsetsBetween } from "~/core/zones/offsets";
import type { SoapRequest } from "./soap.server";
import { escapeXml } from "./xml.server";

/** The namespace of orders, patients, and their parts. */
export const entryTypes =
  "http://schemas.datacontract.org/2004/07/Brightree.ExternalAPI.CanonicalObjects.OrderEntry";

export const element = (name: string, text: string | number) =>
  `<${name}>${escapeXml(String(text))}</${name}>`;

export const orderRequest = (key: string): SoapRequest => ({
  service: "SalesOrderService",
  operation: "SalesOrderFetchByBrightreeID",
  body: element("BrightreeID", key),
});

export const patientRequest = (key: number): SoapRequest => ({
  service: "PatientService",
  operation: "PatientFetchByBrightreeID",
  body: element("BrightreeID", key),
});

export const payorsRequest = (patientKey: number): SoapRequest => ({
  service: "PatientService",
  operation: "PatientPayorFetchAll",
  body: element("PatientKey", patientKey),
});

export const userRequest: SoapRequest = {
  service: "ReferenceDataService",
  operation: "FetchCurrentSecUser",
  body: "",
};

export const statesRequest: SoapRequest = {
  service: "ReferenceDataService",
  operation: "WIPStatesFetchAll",
  body: "",
};

interface Span {
  /** Milliseconds UTC. */
  from: number;
  to: number;
}

/**
 * Requests one page of the orders that changed in a period. The order system expects local times, and elements in
 * alphabetical order. If clocks change within the period, some times occur twice, so the search is an hour wider on
 * both sides.
 */
export function changesRequest(span: Span, zone: string, page: number, pageSize: number): SoapRequest {
  const margin = offsetsBetween(zone, span.from, span.to).length > 1 ? hour : 0;
  const dates =
    element("b:LastUpdateDateEnd", wallTime(span.to + margin, zone)) +
    element("b:LastUpdateDateStart", wallTime(span.from - margin, zone));
  return {
    service: "SalesOrderService",
    operation: "SalesOrderSearch",
    body:
      `<SearchParams xmlns:b="${entryTypes}">${dates}</SearchParams>` +
      element("pageSize", pageSize) +
      element("page", page),
  };
}
