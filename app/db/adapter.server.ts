import { SqliteAdapter } from "kysely";

export class OwnConnectionsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
