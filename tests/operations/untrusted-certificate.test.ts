import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import {
  findInstallation,
  installationAt,
  installationHeader,
  installationText,
  refuseIfReplaced,
} from "~/operations/standby/installation.server";
import { localhostCertificate } from "../support/localhost-certificate";
import { onFile, scratchApp } from "../support/scratch";

test("a server whose certificate isn't trusted may be the previous one, so it isn't taken for nothing", async () => {
  const app = scratchApp(onFile);
  const own = await findInstallation(app.reads);
  const server = createServer(localhostCertificate, (_, response) => {
    response.setHeader(installationHeader, installationText({ ...own, takeovers: 1 }));
    response.end();
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const url = `https://localhost:${(server.address() as AddressInfo).port}`;
  await expect(installationAt(url)).rejects.toThrow(
    `A server answers at ${url}, but its certificate isn't trusted here (DEPTH_ZERO_SELF_SIGNED_CERT), so it can't be checked.`,
  );
  // A server must start even if its own address can't be checked, and the log shows it.
  const logged: unknown[] = [];
  const log = { ...app.log, error: (entry: unknown) => void logged.push(entry) } as typeof app.log;
  const config = { ...app.config, publicUrl: url, replication: { ...app.config.replication, isOn: true } };
  await refuseIfReplaced({ ...app, config, log });
  expect(logged).toHaveLength(1);
  expect(await installationAt("http://127.0.0.1:9")).toBeNull();
});
