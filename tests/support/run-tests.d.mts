interface FileResult {
  name: string;
  status: "passed" | "failed";
  assertionResults: { status: "passed" | "failed"; fullName: string }[];
}
interface Run {
  succeeded: boolean;
  files: FileResult[];
}

export function secondRun(run: Run, runFiles: (files: string[]) => Run): Run;
export function summarize(run: Run): { passed: number; failed: number; text: string };
