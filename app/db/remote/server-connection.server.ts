import type { Stream } from "@libsql/hrana-client";
import { ConnectionLost, toServerError } from "../database-errors.server";
import { type Address, Link } from "./link.server";
import { RemoteTransaction } from "./transaction.server";

/** Connects at the first request, and again after a timeout or after the server closes the connection. */
export class ServerConnection {
  readonly #address: Address;
  readonly #timeout: number;
  #link: Link | null = null;

  /** @param timeout milliseconds per request */
  constructor(address: Address, timeout: number) {
    this.#address = address;
    this.#timeout = timeout;
  }

  /** Sends a request outside a transaction. @throws ConnectionLost */
  ask<Result>(request: (stream: Stream) => Promise<Result>): Promise<Result> {
    const link = this.#open();
    return this.#wait(link, link.ask(request), this.#timeout);
  }

  begin(mode: "read" | "write", timeout = this.#timeout): RemoteTransaction {
    return new RemoteTransaction(mode, async () => {
      const link = this.#open();
      const wait = <Result>(result: Promise<Result>) => this.#wait(link, result, timeout);
      const { hrana, stream } = await wait(link.reserve());
      return { hrana, stream, wait, giveBack: () => link.giveBack(stream) };
    });
  }

  async close(): Promise<void> {
    const link = this.#link;
    this.#link = null;
    await link?.close();
  }

  #open(): Link {
    if (!this.#link || this.#link.isClosed) this.#link = new Link(this.#address);
    return this.#link;
  }

  async #wait<Result>(link: Link, result: Promise<Result>, timeout: number): Promise<Result> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.#disconnect(link);
        reject(new ConnectionLost(`No response within ${timeout} ms.`));
      }, timeout);
    });
    try {
      return await Promise.race([result, late]);
    } catch (error) {
      throw toServerError(error);
    } finally {
      clearTimeout(timer);
    }
  }

  // Pending requests may still finish. The next one opens a new connection.
  #disconnect(link: Link): void {
    if (link === this.#link) this.#link = null;
    setTimeout(() => link.close(), this.#timeout).unref();
  }
}
