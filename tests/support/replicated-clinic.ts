import { expect } from "vitest";
import { iso, minute } from "~/core/time";
import { checkReplication, watchOnce } from "~/operations/standby/watch-replication.server";
import { Client } from "./client";
import { eventually } from "./eventually";
import { freePort } from "./free-port";
import { copyState, litestreamProgram, type Replica, startLitestream } from "./litestream";
import { onFile, openScratch, scratchFolder, testClock } from "./scratch";
import { seedClinic, seedOrder, signInPatient } from "./seed";
import { runCommand, spawnServer } from "./server";

/** A served clinic, which Litestream copies to the replica, with patients who book one after another. */
export async function replicatedClinic(replica: Replica, runIn: readonly string[] = []) {
  const [metrics, port] = [await freePort(), await freePort()];
  const environment: Record<string, string> = {
    ...onFile,
    DATA_DIR: scratchFolder(),
    REPLICATION: "litestream",
    LITESTREAM_METRICS: `http://127.0.0.1:${metrics}/metrics`,
    LITESTREAM_PATH: litestreamProgram,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  };
  const clock = testClock(Date.now());
  const app = openScratch(environment, clock);
  const { therapist, starts } = await seedClinic(app);
  const server = await spawnServer(environment);
  let booked = 0;
  /** @returns how long the server took, in milliseconds */
  async function book(): Promise<number> {
    const order = await seedOrder(app);
    const patient = new Client(server.url);
    await signInPatient(app, patient, order.id);
    const began = performance.now();
    const reply = await patient.post("/api/schedule-appointment", {
      patient_id: order.patient_id,
      brightree_db: order.brightree_db,
      therapist: therapist.name,
      datetime: iso(starts[2 * booked++] ?? 0),
      sms_consent: true,
    });
    expect(reply.status, reply.text).toBe(201);
    return performance.now() - began;
  }
  const copy = () => startLitestream(environment.DATA_DIR ?? "", { replica, port: metrics, runIn });
  let litestream = await copy();
  const restartLitestream = async () => {
    await litestream.end("SIGKILL");
    litestream = await copy();
  };
  const state = () => copyState(litestream.metricsUrl, environment.DATA_DIR ?? "");
  /** Waits until nothing was left to copy for a second, because Litestream looks for new changes five times a second. */
  const caughtUp = () => {
    let looks = 0;
    return eventually(
      () => state().catch(() => null),
      (now) => {
        looks = now?.behind === 0 ? looks + 1 : 0;
        return looks > 40;
      },
      60,
    );
  };
  /** The result in Health after this many minutes. */
  const healthAfter = async (minutes: number) => {
    clock.advance(minutes * minute);
    await watchOnce(app);
    return (await checkReplication(app))[0];
  };
  /**
   * Kills both programs and restores the replica into an empty folder.
   * @param source where the replica is, if Litestream's configuration doesn't say so
   * @returns how many visits the standby has
   */
  const restore = async (source = litestream.configuration) => {
    await Promise.all([server.end("SIGKILL"), litestream.end("SIGKILL")]);
    const restored = { ...environment, DATA_DIR: scratchFolder() };
    const { code, output } = await runCommand(["standby:restore", source, "--no-start"], restored);
    expect([code, output]).toEqual([0, expect.stringContaining("Restored the replica")]);
    const standby = openScratch(restored);
    const { visits } = await standby.db
      .selectFrom("visits")
      .select(({ fn }) => fn.countAll<number>().as("visits"))
      .executeTakeFirstOrThrow();
    await standby.close();
    return visits;
  };
  return { server, restartLitestream, book, state, caughtUp, healthAfter, restore };
}
