import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { repeat } from "~/core/repeat.server";
import { second } from "~/core/time";
import type { Db } from "~/db/open.server";
import { prepared } from "~/db/prepared-query.server";

/** One clinic's data, wherever it runs. `takeovers` counts the standbys that took over. */
interface Installation {
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

/** The response header of /healthz?imported=SHA256 if that company file was imported there. */
export const importedHeader = "X-Firstnight-Imported";

/** The subject of the audit entry about a company file. @param sha256 the hash at the end of the file */
export const importedFile = (sha256: string) => `company file ${sha256}`;

/** True if the company file with this hash was imported here. */
export async function wasImported(db: Db, sha256: string): Promise<boolean> {
  const found = await db
    .selectFrom("audit_log")
    .select("id")
    .where("subject", "=", importedFile(sha256))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

interface Answer extends Installation {
  /** True if the company file that was asked about was imported there. */
  imported: boolean;
}

/**
 * Returns the installation that answers at an address; null if nothing or something else does.
 * @param sha256 a company file to ask about
 * @throws Refusal if something answers whose certificate isn't trusted, since it may be the installation
 */
export async function installationAt(url: string, sha256?: string): Promise<Answer | null> {
  const address = new URL(sha256 ? `/healthz?imported=${sha256}` : "/healthz", url);
  let headers: Headers;
  try {
    ({ headers } = await fetch(address, { signal: AbortSignal.timeout(longestResponse) }));
  } catch (error) {
    const { code = "" } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
    if (!/CERT|SELF_SIGNED|UNABLE_TO_/.test(code)) return null;
    throw new Refusal(
      "conflict",
      `A server answers at ${url}, but its certificate isn't trusted here (${code}), so it can't be checked. Renew the certificate, or start this program with the environment variable NODE_EXTRA_CA_CERTS set to the file of your certificate authority. Nothing was changed.`,
    );
  }
  const [, name = "", takeovers] = /^([0-9a-f]{32}) (\d+)$/.exec(headers.get(installationHeader) ?? "") ?? [];
  return name ? { name, takeovers: Number(takeovers), imported: headers.has(importedHeader) } : null;
}

const pause = 5 * second;

/**
 * Stops this server when a standby with the same data has taken over and answers at PUBLIC_URL. Both would otherwise
 * accept bookings, and bookings on this machine would be lost.
 */
export function startTakeoverWatch(app: App, stop: (why: Replaced) => void): () => Promise<void> {
  if (!app.config.replication.isOn || app.config.database) return async () => {};
  let logged = "";
  return repeat(
    pause,
    async () => {
      if (await isReplaced(app)) stop(new Replaced());
      logged = "";
    },
    (error) => {
      // The same problem for hours is one line.
      if (String(error) !== logged) app.log.error({ err: error }, "takeover");
      logged = String(error);
    },
  );
}

/** @throws Replaced if a standby has taken over */
export async function refuseIfReplaced(app: App): Promise<void> {
  if (!app.config.replication.isOn || app.config.database) return;
  const replaced = await isReplaced(app).catch((error: unknown) => {
    app.log.error({ err: error }, "takeover");
    return false;
  });
  if (replaced) throw new Replaced();
}

export class Replaced extends Refusal {
  /** Exit code of the server. The systemd unit in docs/guide.md doesn't restart a server that ends with it. */
  static readonly exitCode = 3;

  constructor() {
    super(
      "conflict",
      "Another machine has taken over for this one, so this server stops. Its data folder has changes that the other machine may not have. Keep the folder. Turn off the services that start this server and Litestream here.",
    );
  }
}

async function isReplaced({ config, reads }: App): Promise<boolean> {
  const own = await findInstallation(reads);
  const other = await installationAt(config.publicUrl);
  return other !== null && other.name === own.name && other.takeovers > own.takeovers;
}
