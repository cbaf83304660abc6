import { Gauge } from "prom-client";
import type { App } from "~/boot/app.server";
import { outboxDepth } from "./queue-depth.server";

export function measureOutbox(app: App): void {
  const registers = [app.metrics.registry];
  const measure = () => outboxDepth(app.reads, app.clock.now());
  new Gauge({
    name: "firstnight_outbox_messages",
    help: "Waiting messages: queued, due (ready to send), held until YES, failed.",
    labelNames: ["state"] as const,
    registers,
    async collect() {
      const depth = await measure();
      for (const state of ["queued", "due", "held", "failed"] as const) this.set({ state }, depth[state]);
    },
  });
  new Gauge({
    name: "firstnight_outbox_oldest_due_seconds",
    help: "Seconds since the oldest due message became due; 0 without one.",
    registers,
    async collect() {
      this.set((await measure()).oldestSeconds);
    },
  });
}
