export function buildPackagesIn(files: string[]): string[];
