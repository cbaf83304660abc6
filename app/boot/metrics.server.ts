import { Counter, Histogram, Registry } from "prom-client";

export type Metrics = ReturnType<typeof openMetrics>;

/** Labels must not contain names, numbers, addresses, IDs or text. Routes appear as patterns. */
export function openMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    requests: new Counter({
      name: "firstnight_http_requests_total",
      help: "HTTP requests.",
      labelNames: ["method", "route", "status"] as const,
      registers,
    }),
    latency: new Histogram({
      name: "firstnight_http_request_duration_seconds",
      help: "Duration of HTTP requests, excluding event streams.",
      labelNames: ["route"] as const,
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    statements: new Histogram({
      name: "firstnight_database_statement_seconds",
      help: "Duration of SQL statements by connection: write or read.",
      labelNames: ["connection"] as const,
      buckets: [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
      registers,
    }),
    deliveries: new Counter({
      name: "firstnight_deliveries_total",
      help: "Delivery attempts by outcome: accepted by the provider, delivered, retried, failed, dropped.",
      labelNames: ["channel", "kind", "outcome"] as const,
      registers,
    }),
    providerErrors: new Counter({
      name: "firstnight_provider_errors_total",
      help: "Errors from the SMS provider and the mail server, by error code.",
      labelNames: ["channel", "code"] as const,
      registers,
    }),
    signInFailures: new Counter({
      name: "firstnight_sign_in_failures_total",
      help: "Failed sign-ins: wrong password, second step or access code.",
      labelNames: ["way"] as const,
      registers,
    }),
  };
}
