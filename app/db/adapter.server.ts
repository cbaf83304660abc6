import { SqliteAdapter } from "kysely";

/** For drivers that manage their connections: Kysely then adds no lock. */
export class OwnConnectionsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
