import { Counter, Histogram, Registry } from "prom-client";

export type Metrics = ReturnType<typeof openMetrics>;

/**
 * What the process counts of itself, for operators. No label ever holds a name, a number, an address, an id
 * or a text: routes stand as their patterns.
 */
export function openMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    requests: new Counter({
      name: "firstnight_http_requests_total",
      help: "Requests answered.",
      labelNames: ["method", "route", "status"] as const,
      registers,
    }),
    latency: new Histogram({
      name: "firstnight_http_request_duration_seconds",
      help: "From the request's head to the end of its answer; streams of events left out.",
      labelNames: ["route"] as const,
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    statements: new Histogram({
      name: "firstnight_database_statement_seconds",
      help: "How long statements took; connection: write, or read for those that only read.",
      labelNames: ["connection"] as const,
      buckets: [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
      registers,
    }),
    deliveries: new Counter({
      name: "firstnight_deliveries_total",
      help: "What became of attempts to deliver: taken by the provider, delivered, retried, failed, dropped.",
      labelNames: ["channel", "kind", "outcome"] as const,
      registers,
    }),
    providerErrors: new Counter({
      name: "firstnight_provider_errors_total",
      help: "Errors of the SMS provider and the mail server, by their own codes.",
      labelNames: ["channel", "code"] as const,
      registers,
    }),
    signInFailures: new Counter({
      name: "firstnight_sign_in_failures_total",
      help: "Sign-ins refused for a wrong password, second step or access code.",
      labelNames: ["way"] as const,
      registers,
    }),
  };
}
