// Writes a long conversation: one message a minute, every third one from the patient.
import Database from "better-sqlite3";

/** Adds messages to a thread. The server can be running. */
export function writeConversation(file, thread, messages) {
  const writer = new Database(file);
  writer.pragma("busy_timeout = 5000");
  const add = writer.prepare(
    "insert into messages (thread_id, direction, body, status, created_at) values (?, ?, ?, ?, ?)",
  );
  const now = Date.now();
  writer.transaction(() => {
    for (let nth = 0; nth < messages; nth++) {
      const inbound = nth % 3 === 0;
      const body = `Message ${nth}: could we move the visit to Thursday at ten, or is the afternoon better for you? 🙂`;
      const status = inbound ? "received" : "delivered";
      add.run(thread, inbound ? "in" : "out", body, status, now - (messages - nth) * 60_000);
    }
  })();
  // Otherwise the server's next commit writes all of this back to the database and waits for the disk.
  writer.pragma("wal_checkpoint(truncate)");
  writer.close();
}
