import { type FailureKind, OrderSystemFailure } from "./order-system-failure";
import { type Answer, AnswerTooLong, HostForbidden, postText } from "./post-soap.server";
import { at, decodeXml, readXml, textOf, type Xml } from "./xml.server";

/** One operation of one service. */
export interface SoapRequest {
  service: string;
  operation: string;
  /** What stands inside the operation's element, escaped. */
  body: string;
}

export interface Access {
  url: string;
  userName: string;
  password: string;
  /** Hosts that may be asked though they lie in a private network. */
  privateHosts: readonly string[];
}

// An order with a hundred items is a tenth of this.
const mostBytes = 1_000_000;

const external = "http://www.brightree.com/external";

/**
 * Asks by SOAP 1.1 and returns the operation's result, whatever it says of its success.
 *
 * @throws OrderSystemFailure
 */
export async function askBySoap(access: Access, question: SoapRequest, signal: AbortSignal): Promise<Xml> {
  const { service, operation } = question;
  try {
    const answer = await postText({
      url: access.url,
      headers: {
        "Content-Type": "text/xml; charset=utf-8",
        SOAPAction: `"${external}/${service}/I${service}/${operation}"`,
        Authorization: `Basic ${Buffer.from(`${access.userName}:${access.password}`).toString("base64")}`,
      },
      body: envelopeOf(question),
      most: mostBytes,
      privateHosts: access.privateHosts,
      signal,
    });
    return resultOf(access, operation, answer);
  } catch (error) {
    throw failureOf(error, access);
  }
}

function envelopeOf({ service, operation, body }: SoapRequest): string {
  return `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><${operation} xmlns="${external}/${service}">${body}</${operation}></soap:Body></soap:Envelope>`;
}

const garbled = () =>
  new OrderSystemFailure("garbled", "The order system's answer could not be read. Please try again later.");

function resultOf({ url }: Access, operation: string, answer: Answer): Xml {
  const { status } = answer;
  if (status === 401 || status === 403) {
    throw new OrderSystemFailure("credentials", "The order system refused the user name or the password.");
  }
  if (status === 404) {
    throw new OrderSystemFailure(
      "address",
      `The order system has no service at ${new URL(url).pathname}. Upper and lower case count there.`,
    );
  }
  if (status >= 300 && status < 400) throw unreachable(url, "It sends us on to another address.");
  const body = at(documentOf(answer), "Envelope", "Body");
  const fault = at(body, "Fault");
  if (fault !== undefined || status !== 200) throw faultOf(status, textOf(at(fault, "faultstring")));
  const result = at(body, `${operation}Response`, `${operation}Result`);
  if (result === undefined || at(result, "Success") === undefined) throw garbled();
  return result;
}

function documentOf({ status, body, contentType }: Answer): Xml {
  try {
    return readXml(decodeXml(body, contentType));
  } catch {
    throw status === 200 ? garbled() : faultOf(status, null);
  }
}

const faultOf = (status: number, said: string | null) =>
  new OrderSystemFailure(
    "fault",
    `The order system reported a fault of its own (${status}). Please try again later.`,
    said?.slice(0, 300),
  );

const reasons: Record<string, [FailureKind, string]> = {
  ENOTFOUND: ["unreachable", "Nobody knows this name."],
  EAI_AGAIN: ["unreachable", "Its name could not be looked up."],
  ECONNREFUSED: ["unreachable", "Nothing answers there."],
  ECONNRESET: ["unreachable", "The connection was cut."],
  ETIMEDOUT: ["slow", "It took too long to connect."],
  CERT_HAS_EXPIRED: ["unreachable", "Its certificate has expired."],
  DEPTH_ZERO_SELF_SIGNED_CERT: ["unreachable", "Its certificate is not one to be trusted."],
  SELF_SIGNED_CERT_IN_CHAIN: ["unreachable", "Its certificate is not one to be trusted."],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ["unreachable", "Its certificate is not one to be trusted."],
  ERR_TLS_CERT_ALTNAME_INVALID: ["unreachable", "Its certificate is for another name."],
};

function failureOf(error: unknown, { url }: Access): Error {
  if (error instanceof OrderSystemFailure) return error;
  if (error instanceof AnswerTooLong) {
    return new OrderSystemFailure("garbled", "The order system's answer is far too long.");
  }
  if (error instanceof HostForbidden) {
    return new OrderSystemFailure(
      "address",
      `${new URL(url).host} lies on this machine or in a private network. Whoever runs the server can allow it by the setting ORDER_SYSTEM_PRIVATE_HOSTS.`,
    );
  }
  if (!(error instanceof Error)) return new Error(String(error));
  if (error.name === "TimeoutError" || error.name === "AbortError") {
    return new OrderSystemFailure("slow", "The order system did not answer in time. Please try again later.");
  }
  const { code = "" } = error as { code?: string };
  const [kind, why] = reasons[code] ?? ["unreachable", "The connection failed."];
  return unreachable(url, why, kind);
}

const unreachable = (url: string, why: string, kind: FailureKind = "unreachable") =>
  new OrderSystemFailure(kind, `The order system at ${new URL(url).host} can't be reached. ${why}`);
