import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { pathToFileURL } from "node:url";
import { createNote, noteXml, reasonXml, type SimulatedNote } from "./simulated-notes";
import {
  answerXml,
  faultXml,
  foundXml,
  orderXml,
  patientPayorXml,
  patientXml,
  type SimulatedOrder,
  type SimulatedPatient,
  stateXml,
} from "./simulated-records";

/** How it answers: `well`, or with one of the failures of order systems. */
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

/** An order system with the same SOAP 1.1 over real HTTP that fails on demand. */
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
  /** The operation that the mode is for; null for all. */
  modeOf: string | null = null;
  /** How long a slow answer takes, in milliseconds. */
  slowness = 400;
  /** The number of orders that a search claims to have found; null for the true one. */
  claimedTotal: number | null = null;
  /** Every page of a search lists new orders, without end. */
  isEndless = false;
  /** The encoding of an answer; null for UTF-8. */
  encode: ((answer: string) => { type: string; body: Buffer }) | null = null;
  /** Runs after each answer is written, before it is sent. */
  afterAnswer: () => void = () => {};
  /** The requested operations so far, in order. */
  readonly asked: string[] = [];
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

  /** The address of its services. */
  get services(): { ordersUrl: string; patientsUrl: string; referenceUrl: string } {
    const [orders, patients, reference] = Object.keys(paths);
    return {
      ordersUrl: `${this.url}${orders}`,
      patientsUrl: `${this.url}${patients}`,
      referenceUrl: `${this.url}${reference}`,
    };
  }

  /** The form fields that connect a database with it. */
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
    this.afterAnswer = () => {};
    this.asked.length = 0;
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
    const say = (status: number, body: string, type = "text/xml; charset=utf-8") => {
      response
        .writeHead(status, { "Content-Type": type, "Content-Length": Buffer.byteLength(body) })
        .end(body);
    };
    const service = paths[request.url ?? ""];
    if (!service) return say(404, "<html><body>Not found</body></html>", "text/html");
    const basic = Buffer.from(`${this.userName}:${this.password}`).toString("base64");
    if (request.headers.authorization !== `Basic ${basic}`) return say(401, "");
    const operation = operationOf(request, text, service);
    if (!operation) return say(500, faultXml("The message cannot be processed: the action does not fit."));
    this.asked.push(operation);
    const { fault, ...found } = this.#answer(operation, text);
    if (fault) return say(500, faultXml(fault));
    const answer = answerXml(service, operation, found);
    this.afterAnswer();
    const isFine = this.modeOf !== null && this.modeOf !== operation;
    await this.#sayBy(isFine ? "well" : this.mode, { response, say, service, operation, answer });
  }

  async #sayBy(mode: Mode, { response, say, service, operation, answer }: Saying): Promise<void> {
    const refuse = (sentence: string) =>
      say(200, answerXml(service, operation, { success: false, messages: [sentence] }));
    switch (mode) {
      case "well":
        if (this.encode) {
          const { type, body } = this.encode(answer);
          response.writeHead(200, { "Content-Type": type, "Content-Length": body.length }).end(body);
          return;
        }
        return say(200, answer);
      case "rerun once":
        this.mode = "well";
        return refuse("Transaction was deadlocked on lock resources. Please rerun the transaction.");
      case "always rerun":
        return refuse("Transaction was deadlocked on lock resources. Please rerun the transaction.");
      case "refuse":
        return refuse("You do not have permission to use this service.");
      case "fault":
        return say(500, faultXml("The server was unable to process the request due to an internal error."));
      case "garbage":
        return say(200, "\u0001\u0002 nothing of sense <<<", "application/octet-stream");
      case "web page":
        return say(200, "<!DOCTYPE html><html><body>Scheduled maintenance</body></html>", "text/html");
      case "half":
        return say(200, answer.slice(0, Math.floor(answer.length / 2)));
      case "cut":
        response.writeHead(200, { "Content-Type": "text/xml", "Content-Length": answer.length + 100 });
        response.write(answer.slice(0, 50), () => response.destroy());
        return;
      case "huge":
        return say(200, answer.replace("<a:Messages", `<a:X>${"x".repeat(3_000_000)}</a:X><a:Messages`));
      case "slow":
        await new Promise((resolve) => setTimeout(resolve, this.slowness));
        return say(200, answer);
      case "silent":
        return;
      case "bomb":
        return say(200, `${bomb}${answer.replace("<a:Messages", "<a:X>&h;</a:X><a:Messages")}`);
      case "external entity":
        return say(200, `${external}${answer.replace("<a:Messages", "<a:X>&file;</a:X><a:Messages")}`);
      case "redirect":
        response.writeHead(302, { Location: "http://127.0.0.1:9/" }).end();
    }
  }

  #answer(operation: string, text: string): Parameters<typeof answerXml>[2] & { fault?: string } {
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
              .map((order) => ({ ...order, key: 1_000_000 + this.asked.length }))
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

interface Saying {
  response: ServerResponse;
  say(status: number, body: string, type?: string): void;
  service: string;
  operation: string;
  answer: string;
}

/** The operation that the header and the body agree on. */
function operationOf(request: IncomingMessage, text: string, service: string): string | null {
  const action = /^"http:\/\/www\.brightree\.com\/external\/(\w+)\/I\1\/(\w+)"$/.exec(
    String(request.headers.soapaction),
  );
  const named = /<soap:Body><(\w+) xmlns="http:\/\/www\.brightree\.com\/external\/(\w+)">/.exec(text);
  const fits =
    request.method === "POST" &&
    /^text\/xml; charset=utf-8$/.test(request.headers["content-type"] ?? "") &&
    action?.[1] === service &&
    named?.[2] === service &&
    action[2] === named[1];
  return fits ? (action[2] ?? null) : null;
}

const bomb = `<!DOCTYPE s [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;"><!ENTITY h "&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;">]>`;
const external = `<!DOCTYPE s [<!ENTITY file SYSTEM "file:///etc/hostname">]>`;

/** The data that another program sends. */
interface Records {
  patients: SimulatedPatient[];
  orders: SimulatedOrder[];
}

// As a separate program: on a port, or for a parent process that sends it the orders.
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
    // A signal may reach the whole process group. This process ends when its parent does.
    for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
  } else {
    console.log(`The simulated order system answers at ${simulator.url}`);
  }
}
