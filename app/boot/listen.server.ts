import type { Server } from "node:http";
import { Refusal } from "~/core/refusal";

interface Place {
  host: string;
  port: number;
}

const reasons: Record<string, (place: Place) => string> = {
  EADDRINUSE: ({ port }) =>
    `Port ${port} is taken by another program. Stop that, or set PORT to another number.`,
  EACCES: ({ port }) =>
    `This user may not listen on port ${port}. Set PORT to a number above 1023, and put a proxy in front.`,
  EADDRNOTAVAIL: ({ host }) => `HOST: this machine has no address ${host}.`,
  ENOTFOUND: ({ host }) => `HOST: this machine has no address ${host}.`,
};

/**
 * Opens the doors.
 *
 * @throws Refusal where the settings name a place that is taken, closed to this user or not on this machine
 */
export function listen(server: Server, place: Place): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const sentence = reasons[error.code ?? ""]?.(place);
      reject(sentence ? new Refusal("conflict", sentence, { cause: error }) : error);
    });
    server.listen(place.port, place.host, resolve);
  });
}
