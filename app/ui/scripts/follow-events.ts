const pollEvery = 5000;
const retryAfter = 15_000;

interface FollowOptions<Event> {
  /** The version of the page's data, if known. */
  since?: number;
  /** @param isBehind true if the page may have missed changes */
  received(event: Event, isBehind: boolean): void;
  /** Called every 5 seconds while there is no stream. */
  poll(): void;
}

/** Follows server-sent events while the page is visible. */
export function followEvents<Event extends { version: number }>(
  path: string,
  { since, received, poll }: FollowOptions<Event>,
): void {
  let version = since;
  let streaming = false;
  let connection: AbortController | undefined;

  async function connect(): Promise<void> {
    if (streaming || document.hidden) return;
    streaming = true;
    connection = new AbortController();
    try {
      // EventSource can't send this header, and background requests must not extend the session.
      const response = await fetch(version === undefined ? path : `${path}?since=${version}`, {
        credentials: "same-origin",
        headers: { Accept: "text/event-stream", "X-Background": "1" },
        signal: connection.signal,
      });
      if (response.ok && response.body) await listen(response.body.getReader());
    } catch {
      // While the connection is lost, polling continues.
    }
    streaming = false;
    setTimeout(connect, retryAfter);
  }

  async function listen(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const events = text.split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1];
        if (data) onEvent(JSON.parse(data) as Event);
      }
    }
  }

  function onEvent(event: Event): void {
    const isBehind = version !== undefined && event.version > version;
    version = Math.max(version ?? 0, event.version);
    received(event, isBehind);
  }

  connect();
  setInterval(() => {
    if (!streaming && !document.hidden) poll();
  }, pollEvery);
  addEventListener("online", connect);
  document.addEventListener("visibilitychange", () => {
    // Browsers limit the connections to a host, so hidden tabs close theirs.
    if (document.hidden) connection?.abort();
    else connect();
  });
}
