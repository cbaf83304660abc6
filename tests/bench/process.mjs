// Resource usage of a running server, from the kernel and its metrics.
import { readFileSync } from "node:fs";

const ticksPerSecond = 100;

/** CPU time used so far, in milliseconds. */
export function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}

const megabytesOf = (pid, name) =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

/** Current and peak memory, in megabytes. */
export const memoryOf = (pid) => ({ now: megabytesOf(pid, "VmRSS"), most: megabytesOf(pid, "VmHWM") });

/** Event loop delay since the last call in milliseconds: 99th percentile and maximum. */
export async function loopDelayOf(url) {
  const text = await (await fetch(`${url}/metrics`)).text();
  const secondsOf = (name) =>
    Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)`, "m").exec(text)?.[1]);
  // The timer ticks every 10 ms, so up to 10 ms is not a delay.
  const delay = (name) => Math.max(0, secondsOf(name) * 1000 - 10);
  return { p99: delay("p99"), most: delay("max") };
}
