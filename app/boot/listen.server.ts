import type { Server } from "node:http";
import { Refusal } from "~/core/refusal";

interface Address {
  host: string;
  port: number;
}

const reasons: Record<string, (address: Address) => string> = {
  EADDRINUSE: ({ port }) =>
    `Port ${port} is in use by another program. Stop it, or set PORT to another number.`,
  EACCES: ({ port }) =>
    `This user can't listen on port ${port}. Set PORT to a number above 1023 and use a proxy.`,
  EADDRNOTAVAIL: ({ host }) => `HOST: this machine has no address ${host}.`,
  ENOTFOUND: ({ host }) => `HOST: this machine has no address ${host}.`,
};

/** @throws Refusal if PORT is in use or not allowed, or if HOST isn't an address of this machine */
export function listen(server: Server, address: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const message = reasons[error.code ?? ""]?.(address);
      reject(message ? new Refusal("conflict", message, { cause: error }) : error);
    });
    server.listen(address.port, address.host, resolve);
  });
}
