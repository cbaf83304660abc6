import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { repeat } from "~/core/repeat.server";
import { second } from "~/core/time";
import type { Db } from "~/db/open.server";
import { prepared } from "~/db/prepared-query.server";

/** One clinic's data, wherever it runs. `takeovers` counts the standbys that took over. */
export interface Installation {
  name: string;
  takeovers: number;
}

const installation = prepared((db) => db.selectFrom("installation").select(["name", "takeovers"]));

export async function findInstallation(db: Db): Promise<Installation> {
  const [found] = await installation(db, {});
  if (!found) throw new Error("The table installation is empty.");
  return found;
}

/** The response header of /healthz that names the installation, like "3f0c… 1". */
export const installationHeader = "X-Firstnight-Installation";

export const installationText = ({ name, takeovers }: Installation) => `${name} ${takeovers}`;

const longestResponse = 3 * second;

/** Returns the installation that answers at an address; null if nothing or something else does. */
export async function installationAt(url: string): Promise<Installation | null> {
  try {
    const response = await fetch(new URL("/healthz", url), { signal: AbortSignal.timeout(longestResponse) });
    const [, name = "", takeovers] =
      /^([0-9a-f]{32}) (\d+)$/.exec(response.headers.get(installationHeader) ?? "") ?? [];
    return name ? { name, takeovers: Number(takeovers) } : null;
  } catch {
    return null;
  }
}

const pause = 5 * second;

/**
 * Stops this server when a standby with the same data has taken over and answers at PUBLIC_URL. Both would otherwise
 * accept bookings, and bookings on this machine would be lost.
 */
export function startTakeoverWatch(app: App, stop: (why: Replaced) => void): () => Promise<void> {
  if (!app.config.replication.isOn || app.config.database) return async () => {};
  return repeat(
    pause,
    async () => {
      if (await isReplaced(app)) stop(new Replaced());
    },
    (error) => app.log.error({ err: error }, "takeover"),
  );
}

/** @throws Replaced if a standby has taken over */
export async function refuseIfReplaced(app: App): Promise<void> {
  if (!app.config.replication.isOn || app.config.database) return;
  if (await isReplaced(app)) throw new Replaced();
}

/** A standby has taken over for this server. */
export class Replaced extends Refusal {
  /** Exit code of the server. The systemd unit in docs/guide.md doesn't restart a server that ends with it. */
  static readonly exitCode = 3;

  constructor() {
    super(
      "conflict",
      "Another machine has taken over for this one, so this server stops. Its data folder has changes that the other machine may not have. Keep the folder, and turn off the service that starts this server.",
    );
  }
}

async function isReplaced({ config, reads }: App): Promise<boolean> {
  const own = await findInstallation(reads);
  const other = await installationAt(config.publicUrl);
  return other !== null && other.name === own.name && other.takeovers > own.takeovers;
}
