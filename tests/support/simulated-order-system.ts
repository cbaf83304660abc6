import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { pathToFileURL } from "node:url";
import { createNote, noteXml, reasonXml, type SimulatedNote } from "./simulated-notes";
import {
  faultXml,
  foundXml,
  orderXml,
  patientPayorXml,
  patientXml,
  responseXml,
  type SimulatedOrder,
  type SimulatedPatient,
  stateXml,
} from "./simulated-records";

/** Response modes: `well` is a normal response; the other modes are failures. */
export const modes = [
  "well",
  "rerun once",
  "always rerun",
  "refuse",
  "fault",
  "garbage",
  "web page",
  "half",
  "cut",
  "huge",
  "slow",
  "silent",
  "bomb",
  "external entity",
  "redirect",
] as const;
export type Mode = (typeof modes)[number];

const paths: Record<string, string> = {
  "/v0100-2602/OrderEntryService/SalesOrderService.svc": "SalesOrderService",
  "/v0100-2410/OrderEntryService/patientservice.svc": "PatientService",
  "/v0100-2602/ReferenceDataService/ReferenceDataService.svc": "ReferenceDataService",
};

/** An order system that speaks SOAP 1.1 over real HTTP and fails on demand. */
export class SimulatedOrderSystem {
  readonly patients = new Map<number, SimulatedPatient>();
  readonly orders = new Map<number, SimulatedOrder>();
  userName = "firstnight@QHMS";
  password = "a password & a <secret>";
  states = ["10 - Intake", "20 - Pre-Auth", "23 - Scheduling"];
  readonly notes: SimulatedNote[] = [];
  noteReasons = [
    { key: 4, name: "Delivery" },
    { key: 12, name: "Scheduling" },
  ];
  mode: Mode = "well";
  /** The operation that the mode applies to; null for all operations. */
  modeOf: string | null = null;
  /** Delay of a slow response, in milliseconds. */
  slowness = 400;
  /** The total that a search reports; null for the real total. */
  claimedTotal: number | null = null;
  /** A search never ends: every page lists new orders. */
  isEndless = false;
  /** Encodes a response; null for UTF-8. */
  encode: ((xml: string) => { type: string; body: Buffer }) | null = null;
  /** Runs before each response is sent, when its content is final. */
  beforeSending: () => void = () => {};
  /** The requested operations so far, in order. */
  readonly operations: string[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.destroy());
    });
  }

  static async start(port = 0): Promise<SimulatedOrderSystem> {
    const simulator = new SimulatedOrderSystem();
    await new Promise<void>((resolve) => simulator.#server.listen(port, "127.0.0.1", resolve));
    return simulator;
  }

  get url(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  }

  /** The URLs of its services. */
  get services(): { ordersUrl: string; patientsUrl: string; referenceUrl: string } {
    const [orders, patients, reference] = Object.keys(paths);
    return {
      ordersUrl: `${this.url}${orders}`,
      patientsUrl: `${this.url}${patients}`,
      referenceUrl: `${this.url}${reference}`,
    };
  }

  /** The form fields that connect a database to it. */
  get settings() {
    return {
      kind: "brightree",
      user_name: this.userName,
      password: this.password,
      orders_url: this.services.ordersUrl,
      patients_url: this.services.patientsUrl,
      reference_url: this.services.referenceUrl,
      zone: "America/New_York",
    };
  }

  /** Ends failures and clears the list of operations. */
  recover(): void {
    this.mode = "well";
    this.modeOf = null;
    this.claimedTotal = null;
    this.isEndless = false;
    this.encode = null;
    this.beforeSending = () => {};
    this.operations.length = 0;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString("utf8");
    const respond = (status: number, body: string, type = "text/xml; charset=utf-8") => {
      response
        .writeHead(status, { "Content-Type": type, "Content-Length": Buffer.byteLength(body) })
        .end(body);
    };
    const service = paths[request.url ?? ""];
    if (!service) return respond(404, "<html><body>Not found</body></html>", "text/html");
    const basic = Buffer.from(`${this.userName}:${this.password}`).toString("base64");
    if (request.headers.authorization !== `Basic ${basic}`) return respond(401, "");
    const operation = operationOf(request, text, service);
    if (!operation)
      return respond(500, faultXml("The message cannot be processed: the action does not match."));
    this.operations.push(operation);
    const { fault, ...found } = this.#resultOf(operation, text);
    if (fault) return respond(500, faultXml(fault));
    const xml = responseXml(service, operation, found);
    this.beforeSending();
    const isUnaffected = this.modeOf !== null && this.modeOf !== operation;
    await this.#respondIn(isUnaffected ? "well" : this.mode, { response, respond, service, operation, xml });
  }

  async #respondIn(mode: Mode, { response, respond, service, operation, xml }: Exchange): Promise<void> {
    const refuse = (sentence: string) =>
      respond(200, responseXml(service, operation, { success: false, messages: [sentence] }));
    switch (mode) {
      case "well":
        if (this.encode) {
          const { type, body } = this.encode(xml);
          response.writeHead(200, { "Content-Type": type, "Content-Length": body.length }).end(body);
          return;
        }
        return respond(200, xml);
      case "rerun once":
        this.mode = "well";
        return refuse("Transaction was deadlocked on lock resources. Please rerun the transaction.");
      case "always rerun":
        return refuse("Transaction was deadlocked on lock resources. Please rerun the transaction.");
      case "refuse":
        return refuse("You do not have permission to use this service.");
      case "fault":
        return respond(
          500,
          faultXml("The server was unable to process the request due to an internal error."),
        );
      case "garbage":
        return respond(200, "\u0001\u0002 garbage <<<", "application/octet-stream");
      case "web page":
        return respond(200, "<!DOCTYPE html><html><body>Scheduled maintenance</body></html>", "text/html");
      case "half":
        return respond(200, xml.slice(0, Math.floor(xml.length / 2)));
      case "cut":
        response.writeHead(200, { "Content-Type": "text/xml", "Content-Length": xml.length + 100 });
        response.write(xml.slice(0, 50), () => response.destroy());
        return;
      case "huge":
        return respond(200, xml.replace("<a:Messages", `<a:X>${"x".repeat(3_000_000)}</a:X><a:Messages`));
      case "slow":
        await new Promise((resolve) => setTimeout(resolve, this.slowness));
        return respond(200, xml);
      case "silent":
        return;
      case "bomb":
        return respond(200, `${bomb}${xml.replace("<a:Messages", "<a:X>&h;</a:X><a:Messages")}`);
      case "external entity":
        return respond(200, `${external}${xml.replace("<a:Messages", "<a:X>&file;</a:X><a:Messages")}`);
      case "redirect":
        response.writeHead(302, { Location: "http://127.0.0.1:9/" }).end();
    }
  }

  #resultOf(operation: string, text: string): Parameters<typeof responseXml>[2] & { fault?: string } {
    const number = (name: string) => Number(new RegExp(`<${name}>(\\d+)</${name}>`).exec(text)?.[1]);
    const patientOf = (order: SimulatedOrder) => this.patients.get(order.patientKey) as SimulatedPatient;
    switch (operation) {
      case "SalesOrderFetchByBrightreeID": {
        const order = this.orders.get(number("BrightreeID"));
        return order ? { items: [orderXml(order, patientOf(order))] } : {};
      }
      case "SalesOrderSearch": {
        const [from = "", to = ""] = ["Start", "End"].map(
          (end) => new RegExp(`LastUpdateDate${end}>([^<]+)<`).exec(text)?.[1],
        );
        const found = [...this.orders.values()].filter(({ updated }) => updated >= from && updated <= to);
        const start = (number("page") - 1) * number("pageSize");
        const listed = this.isEndless
          ? [...this.orders.values()]
              .slice(0, 1)
              .map((order) => ({ ...order, key: 1_000_000 + this.operations.length }))
          : found.slice(start, start + number("pageSize"));
        return {
          items: listed.map((order) => foundXml(order, patientOf(order))),
          total: this.claimedTotal ?? found.length,
        };
      }
      case "PatientFetchByBrightreeID": {
        const patient = this.patients.get(number("BrightreeID"));
        return patient
          ? { items: [patientXml(patient)] }
          : { success: false, messages: ["The patient was not found."] };
      }
      case "PatientPayorFetchAll":
        return { items: (this.patients.get(number("PatientKey"))?.payors ?? []).map(patientPayorXml) };
      case "PatientNoteCreate":
        // A refusal changes nothing.
        if (this.mode === "refuse" || this.mode === "fault") return {};
        return createNote(text, {
          notes: this.notes,
          reasons: this.noteReasons.map(({ key }) => key),
          isPatient: (key) => this.patients.has(key),
        });
      case "PatientNoteFetchByPatient":
        return { items: this.notes.filter(({ patient }) => patient === number("brightreeID")).map(noteXml) };
      case "PatientNoteReasonFetchAll":
        return { items: this.noteReasons.map(reasonXml) };
      case "WIPStatesFetchAll":
        return { items: this.states.map(stateXml) };
      default:
        return {};
    }
  }
}

interface Exchange {
  response: ServerResponse;
  respond(status: number, body: string, type?: string): void;
  service: string;
  operation: string;
  xml: string;
}

/** Returns the requested operation if the header and the body agree on it. */
function operationOf(request: IncomingMessage, text: string, service: string): string | null {
  const action = /^"http:\/\/www\.brightree\.com\/external\/(\w+)\/I\1\/(\w+)"$/.exec(
    String(request.headers.soapaction),
  );
  const named = /<soap:Body><(\w+) xmlns="http:\/\/www\.brightree\.com\/external\/(\w+)">/.exec(text);
  const isValid =
    request.method === "POST" &&
    /^text\/xml; charset=utf-8$/.test(request.headers["content-type"] ?? "") &&
    action?.[1] === service &&
    named?.[2] === service &&
    action[2] === named[1];
  return isValid ? (action[2] ?? null) : null;
}

const bomb = `<!DOCTYPE s [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;"><!ENTITY h "&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;">]>`;
const external = `<!DOCTYPE s [<!ENTITY file SYSTEM "file:///etc/hostname">]>`;

/** The data that the parent process sends. */
interface Records {
  patients: SimulatedPatient[];
  orders: SimulatedOrder[];
}

// As a separate program, it listens on a given port or gets its orders from a parent process.
if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const simulator = await SimulatedOrderSystem.start(Number(process.argv[2] ?? 0));
  if (process.send) {
    process.once("message", ({ patients, orders }: Records) => {
      for (const patient of patients) simulator.patients.set(patient.key, patient);
      for (const order of orders) simulator.orders.set(order.key, order);
      const { userName, password, services } = simulator;
      process.send?.({ userName, password, ...services });
    });
    process.once("disconnect", () => process.exit(0));
    // A signal may reach the whole process group, but this process must run until its parent exits.
    for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
  } else {
    console.log(`The simulated order system is running at ${simulator.url}`);
  }
}
