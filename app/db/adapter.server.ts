import { SqliteAdapter } from "kysely";

/** For drivers that hand out their connections themselves: Kysely then adds no lock around them. */
export class OwnConnectionsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
