import type { Client, Transaction } from "@libsql/client";
import { ServerTimeout } from "../constraint-errors.server";

interface Address {
  url: string;
  token: string | null;
}

/** Opens at the first request, and again after one that timed out. */
export class ServerConnection {
  readonly #address: Address;
  readonly #timeout: number;
  #client: Promise<Client> | null = null;

  /** @param timeout milliseconds per request */
  constructor(address: Address, timeout: number) {
    this.#address = address;
    this.#timeout = timeout;
  }

  ask<Result>(request: (client: Client) => Promise<Result>): Promise<Result> {
    return this.wait(this.#open().then(request));
  }

  /** A write transaction waits for the one before it. */
  begin(mode: "read" | "write"): Promise<Transaction> {
    return this.ask((client) => client.transaction(mode));
  }

  /** @throws ServerTimeout */
  async wait<Result>(result: Promise<Result>, timeout = this.#timeout): Promise<Result> {
    const client = this.#client;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.#disconnect(client);
        reject(new ServerTimeout(`No response within ${timeout} ms.`));
      }, timeout);
    });
    try {
      return await Promise.race([result, late]);
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
    // The package's main entry also loads a native engine (docs/decisions/024-libsql.md).
    this.#client ??= import("@libsql/client/ws").then(({ createClient }) =>
      createClient({
        url: this.#address.url,
        ...(this.#address.token && { authToken: this.#address.token }),
      }),
    );
    return this.#client;
  }

  // Pending requests may still finish; the next one opens a new connection.
  #disconnect(client: Promise<Client> | null): void {
    if (client !== this.#client) return;
    this.#client = null;
    setTimeout(() => client?.then((old) => old.close()).catch(() => {}), this.#timeout).unref();
  }
}
