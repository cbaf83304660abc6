export const refusedFlash = { "download-refused": (message: string) => message };

/** True if a browser opens the address itself, as it does for a link to an export. Scripts and other systems don't. */
export const isOpenedByBrowser = ({ method, headers }: Request): boolean =>
  method === "GET" && (headers.get("accept") ?? "").includes("text/html");
