import type { App } from "~/boot/app.server";

/** URLs of a patient's pages. */
export const patientPageAddresses = ({ config }: Pick<App, "config">, code: string) => ({
  schedule: `${config.publicUrl}/schedule/${code}`,
  track: `${config.publicUrl}/track/${code}`,
});
