export function cpuOf(pid: number): number;
export function memoryOf(pid: number): { now: number; most: number };
export function loopDelayOf(url: string): Promise<{ p99: number; most: number }>;
