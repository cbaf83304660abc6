import type { OrderNote, OrderNotes } from "./order-notes";
import type { SoapRequest } from "./soap.server";
import { element, entryTypes } from "./soap-requests.server";
import { all, at, textAt, type Xml } from "./xml.server";

const noteReasonsRequest: SoapRequest = {
  service: "ReferenceDataService",
  operation: "PatientNoteReasonFetchAll",
  body: "",
};

// Enough for a thousand long notes.
const mostNoteBytes = 10_000_000;

const patientNotesRequest = (patientKey: number): SoapRequest => ({
  service: "PatientService",
  operation: "PatientNoteFetchByPatient",
  body: element("brightreeID", patientKey),
  maxBytes: mostNoteBytes,
});

interface Connection {
  ask(request: SoapRequest, signal: AbortSignal): Promise<Xml>;
  within(signal?: AbortSignal): AbortSignal;
  isUnknown(error: unknown): boolean;
}

export function brightreeNotes({ ask, within, isUnknown }: Connection): OrderNotes {
  return {
    async listReasons() {
      const result = await ask(noteReasonsRequest, within());
      const items = at(result, "Items");
      return Object.values(typeof items === "object" ? items : {})
        .flat()
        .map((reason) => ({
          key: Number(textAt(reason as Xml, "ReasonKey")),
          name: textAt(reason as Xml, "Name") ?? textAt(reason as Xml, "Description") ?? "",
        }))
        .filter(({ key, name }) => Number.isSafeInteger(key) && key > 0 && name !== "");
    },

    async write(note, signal) {
      await ask(noteRequest(note), within(signal));
    },

    async isWritten(patientId, text, signal) {
      try {
        const result = await ask(patientNotesRequest(patientId), within(signal));
        return all(result, "Items", "PatientNote").some((note) =>
          textAt(note, "Description")?.includes(text),
        );
      } catch (error) {
        if (isUnknown(error)) return false;
        throw error;
      }
    },
  };
}

/** A note that requires no action. The order system expects elements in alphabetical order. */
function noteRequest({ patientId, salesOrderNo, reason, subject, text }: OrderNote): SoapRequest {
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
