import { noteReasonsRequest, noteRequest, patientNotesRequest } from "./note-requests.server";
import type { OrderNotes } from "./order-notes";
import type { SoapRequest } from "./soap.server";
import { all, at, textAt, type Xml } from "./xml.server";

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
