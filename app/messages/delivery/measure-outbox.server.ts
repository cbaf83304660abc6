import { Gauge } from "prom-client";
import type { App } from "~/boot/app.server";
import { outboxDepth } from "./queue-depth.server";

export function measureOutbox(app: App): void {
  const registers = [app.metrics.registry];
  const look = () => outboxDepth(app.reads, app.clock.now());
  new Gauge({
    name: "firstnight_outbox_messages",
    help: "Messages that wait: queued (of these, due already), held for a YES, failed for an admin.",
    labelNames: ["state"] as const,
    registers,
    async collect() {
      const depth = await look();
      for (const state of ["queued", "due", "held", "failed"] as const) this.set({ state }, depth[state]);
    },
  });
  new Gauge({
    name: "firstnight_outbox_oldest_due_seconds",
    help: "For how long the oldest message that is due has been so; 0 where none is.",
    registers,
    async collect() {
      this.set((await look()).oldestSeconds);
    },
  });
}
