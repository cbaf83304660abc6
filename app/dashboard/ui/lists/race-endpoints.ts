const timeLimit = 1500;

/** Requests all endpoints and resolves to the first list. @throws if none returns a list within 1.5 seconds */
export function raceEndpoints(
  endpoints: readonly string[],
  query: string,
): Promise<{ endpoint: string; rows: Record<string, unknown>[] }> {
  const ask = async (endpoint: string) => {
    const response = await fetch(endpoint + query, {
      credentials: "same-origin",
      headers: { Accept: "application/json" },
      signal: AbortSignal.timeout(timeLimit),
    });
    const rows: unknown = response.ok ? await response.json() : null;
    if (!Array.isArray(rows)) throw new Error(`${endpoint} returned ${response.status}.`);
    return { endpoint, rows: rows as Record<string, unknown>[] };
  };
  // Some supported browsers lack Promise.any.
  return new Promise((resolve, reject) => {
    let left = endpoints.length;
    for (const endpoint of endpoints) {
      ask(endpoint).then(resolve, (error) => {
        left--;
        if (left === 0) reject(error);
      });
    }
  });
}
