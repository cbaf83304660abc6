import type { OrderNote } from "./order-notes";
import type { SoapRequest } from "./soap.server";
import { element, entryTypes } from "./soap-requests.server";

export const noteReasonsRequest: SoapRequest = {
  service: "ReferenceDataService",
  operation: "PatientNoteReasonFetchAll",
  body: "",
};

// Enough for a thousand long notes.
const mostNoteBytes = 10_000_000;

export const patientNotesRequest = (patientKey: number): SoapRequest => ({
  service: "PatientService",
  operation: "PatientNoteFetchByPatient",
  body: element("brightreeID", patientKey),
  maxBytes: mostNoteBytes,
});

/** A note that requires no action. The order system expects elements in alphabetical order. */
export function noteRequest({ patientId, salesOrderNo, reason, subject, text }: OrderNote): SoapRequest {
  const order = /^\d{1,9}$/.test(salesOrderNo ?? "")
    ? `<b:AssociatedSalesOrders><b:AssociatedSalesOrder>${element("b:SalesOrder", salesOrderNo ?? "")}</b:AssociatedSalesOrder></b:AssociatedSalesOrders>`
    : "";
  return {
    service: "PatientService",
    operation: "PatientNoteCreate",
    body:
      `<patientNote xmlns:b="${entryTypes}">${order}` +
      element("b:Description", text) +
      element("b:PatientKey", patientId) +
      `<b:Reason>${element("b:ReasonKey", reason)}</b:Reason>` +
      element("b:Severity", "Low") +
      element("b:State", "Unlocked") +
      element("b:Status", "Closed") +
      element("b:Subject", subject) +
      "</patientNote>",
  };
}
