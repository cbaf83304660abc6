import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { day, iso } from "~/core/time";
import { Client } from "../support/client";
import { aTherapist, aVisit } from "../support/clinic";
import { staffClient } from "../support/seed";
import { startServer } from "../support/server";
import { isInstalled } from "./radicale";

const missing = !isInstalled("/usr/bin/python3", "-c", "import icalendar");
const program = `
import sys, json, datetime, icalendar
calendar = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
utc = lambda time: time.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")
print(json.dumps([[str(e["UID"]), utc(e["DTSTART"].dt), utc(e["DTEND"].dt), str(e["STATUS"])] for e in calendar.walk("VEVENT")]))
`;

test.skipIf(missing)("python3-icalendar reads the feed (apt-get install python3-icalendar)", async () => {
  const server = await startServer();
  const app = { ...server.app, clock: server.clock };
  const { therapist } = await aTherapist(app);
  const visits = await Promise.all(
    [2, 8, 100, 170].map((days) =>
      aVisit(app, therapist, app.clock.now() + days * day, {
        status: days === 8 ? "cancelled" : "confirmed",
      }),
    ),
  );
  const admin = await staffClient(server, "admin");
  const { url } = (await admin.post(`/api/therapists/${therapist.id}/feed`)).json;
  const input = (await new Client(server.url).get(new URL(url).pathname)).text;
  const read = JSON.parse(execFileSync("/usr/bin/python3", ["-c", program], { input }).toString());
  expect(read).toEqual(
    visits.map(({ uid, start_at, end_at, status }) => [
      uid,
      iso(start_at),
      iso(end_at),
      status.toUpperCase(),
    ]),
  );
});
