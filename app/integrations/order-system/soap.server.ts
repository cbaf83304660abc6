import { connectionProblem } from "../connection-problems";
import { AnswerTooLong, fetchPublic } from "../requests/fetch-public.server";
import { HostForbidden } from "../requests/open-public-request.server";
import { type FailureKind, OrderSystemFailure } from "./order-system-failure";
import { at, decodeXml, readXml, textOf, type Xml } from "./xml.server";

export interface SoapRequest {
  service: string;
  operation: string;
  body: string;
  /** Longest accepted response in bytes; one million by default. */
  maxBytes?: number;
}

interface Access {
  url: string;
  userName: string;
  password: string;
  privateHosts: readonly string[];
}

// Ten times the size of an order with a hundred items.
const maxBytes = 1_000_000;

interface Answer {
  status: number;
  contentType: string;
  body: Uint8Array;
}

const external = "http://www.brightree.com/external";

/** Sends a SOAP 1.1 request. Returns the operation's result, successful or not. @throws OrderSystemFailure */
export async function askBySoap(access: Access, request: SoapRequest, signal: AbortSignal): Promise<Xml> {
  const { service, operation } = request;
  try {
    const { privateHosts } = access;
    const limits = { privateHosts, maxBytes: request.maxBytes ?? maxBytes, signal };
    const response = await fetchPublic(limits)(access.url, {
      method: "POST",
      headers: {
        "Content-Type": "text/xml; charset=utf-8",
        SOAPAction: `"${external}/${service}/I${service}/${operation}"`,
        Authorization: `Basic ${Buffer.from(`${access.userName}:${access.password}`).toString("base64")}`,
      },
      body: envelopeOf(request),
    });
    const contentType = response.headers.get("content-type") ?? "";
    const answer = { status: response.status, contentType, body: await response.bytes() };
    return resultOf(access, operation, answer);
  } catch (error) {
    throw failureOf(error, access);
  }
}

function envelopeOf({ service, operation, body }: SoapRequest): string {
  return `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><${operation} xmlns="${external}/${service}">${body}</${operation}></soap:Body></soap:Envelope>`;
}

const garbled = () =>
  new OrderSystemFailure("garbled", "The order system's response couldn't be read. Try again later.");

function resultOf({ url }: Access, operation: string, answer: Answer): Xml {
  const { status } = answer;
  if (status === 401 || status === 403) {
    throw new OrderSystemFailure("credentials", "The order system rejected the user name or password.");
  }
  if (status === 404) {
    throw new OrderSystemFailure(
      "address",
      `The order system has no service at ${new URL(url).pathname}. The path is case-sensitive.`,
    );
  }
  if (status >= 300 && status < 400) throw unreachable(url, "It redirects to another address.");
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

const faultOf = (status: number, message: string | null) =>
  new OrderSystemFailure(
    "fault",
    `The order system reported an error (${status}). Try again later.`,
    message?.slice(0, 300),
  );

function failureOf(error: unknown, { url }: Access): Error {
  if (error instanceof OrderSystemFailure) return error;
  if (error instanceof AnswerTooLong) {
    return new OrderSystemFailure("garbled", "The order system's response is far too long.");
  }
  if (error instanceof HostForbidden) {
    return new OrderSystemFailure(
      "address",
      `${new URL(url).host} is on this machine or on a private network. The server administrator can allow it with the ALLOW_PRIVATE_HOSTS setting.`,
    );
  }
  if (!(error instanceof Error)) return new Error(String(error));
  if (error.name === "TimeoutError" || error.name === "AbortError") {
    return new OrderSystemFailure("slow", "The order system did not respond in time. Try again later.");
  }
  const { code = "" } = error as { code?: string };
  return unreachable(url, connectionProblem(code), code === "ETIMEDOUT" ? "slow" : "unreachable");
}

const unreachable = (url: string, why: string, kind: FailureKind = "unreachable") =>
  new OrderSystemFailure(kind, `The order system at ${new URL(url).host} can't be reached. ${why}`);
