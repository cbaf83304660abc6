import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { atEnd } from "../support/cleanup";
import { eventually } from "../support/eventually";
import { freePort } from "../support/free-port";
import { scratchFolder } from "../support/scratch";

/** Starts a CalDAV server with a user named tess. */
export async function startRadicale(password = "an app password") {
  const folder = scratchFolder();
  const port = await freePort();
  const users = join(folder, "users");
  const setPassword = (next: string) => writeFileSync(users, `tess:${next}\n`);
  setPassword(password);
  const config = join(folder, "config");
  writeFileSync(
    config,
    [
      `[server]\nhosts = 127.0.0.1:${port}`,
      `[auth]\ntype = htpasswd\nhtpasswd_filename = ${users}\nhtpasswd_encryption = plain\ndelay = 0`,
      `[storage]\nfilesystem_folder = ${join(folder, "collections")}`,
      "[logging]\nlevel = error",
    ].join("\n"),
  );
  const child = spawn("radicale", ["--config", config], { stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const stop = async () => {
    child.kill();
    await ended;
  };
  atEnd(stop);
  const url = `http://127.0.0.1:${port}/`;
  await eventually(
    () => fetch(url).then(Boolean, () => false),
    (up) => up,
  );
  const send = async (method: string, path: string, body: string) => {
    const authorization = `Basic ${Buffer.from(`tess:${password}`).toString("base64")}`;
    const reply = await fetch(url + path, { method, body, headers: { authorization } });
    if (!reply.ok) throw new Error(`${method} ${path} returned ${reply.status}`);
  };
  return {
    url,
    stop,
    setPassword,
    addCalendar: (name: string) =>
      send(
        "MKCALENDAR",
        `tess/${name}/`,
        `<?xml version="1.0"?><C:mkcalendar xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:set><D:prop><D:displayname>${name}</D:displayname></D:prop></D:set></C:mkcalendar>`,
      ),
    put: (path: string, text: string) => send("PUT", `tess/${path}`, text),
    remove: (path: string) => send("DELETE", `tess/${path}`, ""),
  };
}
