import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { atEnd } from "./cleanup";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts a web server with one calendar, whose response a test can set. */
export async function startCalendarServer() {
  let handler: Handler = (_, response) => response.end(calendarText());
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  atEnd(stop);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/busy.ics`,
    requests,
    stop,
    respondWith(next: Handler) {
      handler = next;
    },
    /** Makes the server return these events. */
    serve(...events: string[][]) {
      handler = (_, response) => response.end(calendarText(...events));
    },
  };
}

export const calendarText = (...events: string[][]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//EN", ...events.flat(), "END:VCALENDAR", ""].join(
    "\r\n",
  );

const stamp = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d+/g, "");

export const calendarEvent = (start: number, end: number, uid = `event ${start}`, ...lines: string[]) => [
  "BEGIN:VEVENT",
  `UID:${uid}`,
  `DTSTART:${stamp(start)}`,
  `DTEND:${stamp(end)}`,
  ...lines,
  "END:VEVENT",
];
