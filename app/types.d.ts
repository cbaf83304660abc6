declare module "*.css" {
  /** The hashed address of the style sheet. */
  const href: string;
  export default href;
}

declare module "@remix-run/dev/server-build" {
  import type { ServerBuild } from "@remix-run/node";

  const build: ServerBuild;
  export = build;
}
