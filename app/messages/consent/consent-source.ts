import type { Row } from "~/db/tables";
import type { ConsentChannel } from "./consent-channels";

type Source = Pick<Row<"consents">, "source" | "channel" | "message_id"> & { user_name: string | null };

const channelNames: Record<ConsentChannel, string> = {
  phone: "by phone",
  email: "by email",
  letter: "by letter",
  in_person: "in person",
};

/** The source of a consent or an opt-out, for staff: "by text message", "by phone". */
export function howConsented({ source, channel, message_id: message }: Source): string {
  if (channel) return channelNames[channel];
  switch (source) {
    case "booking":
      return "by checking the box when booking or asking for a time";
    case "keyword":
      return "by text message";
    case "import":
      return "in an import from the order system";
    case "provider":
      return "through the SMS provider";
    case "switch":
      return "with the switch on My visit";
    default:
      return message ? "by text message, confirmed by staff" : "as recorded by staff";
  }
}
