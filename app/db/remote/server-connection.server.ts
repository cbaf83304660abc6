import type { Client, Transaction } from "@libsql/client";
import { ServerTimeout } from "../constraint-errors.server";

interface Address {
  url: string;
  token: string | null;
}

/** The connection to one libSQL server: opened at the first question, and anew after one that stayed unanswered. */
export class ServerConnection {
  readonly #address: Address;
  readonly #patience: number;
  #client: Promise<Client> | null = null;

  /** @param patience milliseconds for which an answer is waited for */
  constructor(address: Address, patience: number) {
    this.#address = address;
    this.#patience = patience;
  }

  /** @throws Unanswered where it takes too long */
  ask<Answer>(question: (client: Client) => Promise<Answer>): Promise<Answer> {
    return this.wait(this.#open().then(question));
  }

  /** Begins a transaction; while one may write, others that want to wait until it ends. */
  begin(mode: "read" | "write"): Promise<Transaction> {
    return this.ask((client) => client.transaction(mode));
  }

  /** Waits for an answer that is on its way. */
  async wait<Answer>(answer: Promise<Answer>, patience = this.#patience): Promise<Answer> {
    const asked = this.#client;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.#hangUp(asked);
        reject(new ServerTimeout(`No answer within ${patience} ms.`));
      }, patience);
    });
    try {
      return await Promise.race([answer, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => null);
    this.#client = null;
    client?.close();
  }

  #open(): Promise<Client> {
    // The package's own entry would load an engine that is not wanted here; see docs/decisions/024-libsql.md.
    this.#client ??= import("@libsql/client/ws").then(({ createClient }) =>
      createClient({
        url: this.#address.url,
        ...(this.#address.token && { authToken: this.#address.token }),
      }),
    );
    return this.#client;
  }

  // Others may still get their answers over it; the next question goes over a new connection.
  #hangUp(client: Promise<Client> | null): void {
    if (client !== this.#client) return;
    this.#client = null;
    setTimeout(() => client?.then((old) => old.close()).catch(() => {}), this.#patience).unref();
  }
}
