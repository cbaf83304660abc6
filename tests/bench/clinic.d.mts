import type { DemoFile } from "~/demo/folder/demo-file.server";

export interface Clinic {
  demo: DemoFile;
  pid: number;
  url: string;
  folder: string;
  file: string;
  stop(): Promise<void>;
  kill(): void;
  clear(): void;
}

/** Copies the demo of this size to a new folder. */
export function copyOf(settings: Record<string, string>): string;

export function openClinic(
  more?: Record<string, string>,
  options?: { prepare?: (file: string) => unknown; node?: string[] },
): Promise<Clinic>;
