import type { App } from "~/boot/app.server";

export const patientPageAddresses = ({ config }: Pick<App, "config">, code: string) => ({
  schedule: `${config.publicUrl}/schedule/${code}`,
  track: `${config.publicUrl}/track/${code}`,
});
