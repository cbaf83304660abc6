import type { Stream, WsClient } from "@libsql/hrana-client";

export interface Address {
  url: string;
  token: string | null;
}

export type Hrana = typeof import("@libsql/hrana-client");

// Each stream is an SQLite connection on the server, which allows 128 by default.
const maxShared = 4;

/** A WebSocket with streams that stay open, because opening one takes the server four times as long as a query. */
export class Link {
  readonly #opened: Promise<{ hrana: Hrana; client: WsClient }>;
  #isClosed: () => boolean = () => false;
  #shared: { stream: Stream; pending: number }[] = [];
  #spare: Stream | null = null;

  constructor({ url, token }: Address) {
    this.#opened = this.#open(url, token ?? undefined);
    this.#opened.catch(() => {
      this.#isClosed = () => true;
    });
  }

  get isClosed(): boolean {
    return this.#isClosed();
  }

  /** Sends one request outside a transaction. */
  async ask<Result>(request: (stream: Stream) => Promise<Result>): Promise<Result> {
    const { client } = await this.#opened;
    const least = this.#leastBusy(client);
    least.pending += 1;
    try {
      return await request(least.stream);
    } finally {
      least.pending -= 1;
    }
  }

  /** Reserves a stream for one transaction. @returns the stream, and the package that builds statement conditions */
  async reserve(): Promise<{ hrana: Hrana; stream: Stream }> {
    const { hrana, client } = await this.#opened;
    const stream = this.#spare ?? client.openStream();
    this.#spare = null;
    return { hrana, stream };
  }

  giveBack(stream: Stream): void {
    if (this.#spare) stream.close();
    else this.#spare = stream;
  }

  async close(): Promise<void> {
    const opened = await this.#opened.catch(() => null);
    opened?.client.close();
  }

  async #open(url: string, token: string | undefined) {
    const hrana = await import("@libsql/hrana-client");
    const { hranaWsUrl = url, authToken } = hrana.parseLibsqlUrl(url);
    // Version 3 has a condition for whether a transaction is open.
    const client = hrana.openWs(hranaWsUrl, token ?? authToken, 3);
    this.#isClosed = () => client.closed;
    await client.getVersion();
    return { hrana, client };
  }

  #leastBusy(client: WsClient) {
    this.#shared = this.#shared.filter(({ stream }) => !stream.closed);
    const [least] = this.#shared.sort((a, b) => a.pending - b.pending);
    if (least && (least.pending === 0 || this.#shared.length === maxShared)) return least;
    const opened = { stream: client.openStream(), pending: 0 };
    this.#shared.push(opened);
    return opened;
  }
}
