type Exceptions = Record<string, string>;

const ownRun = "A separate run: it takes minutes to hours, or needs a container, a proxy, or other programs.";

/**
 * Controls and commands that `npm test` leaves out, and the reason. The check fails for an entry that is no longer needed.
 */
export const exceptions: Record<"controls" | "pages" | "commands", Exceptions> = {
  controls: {
    "link /classes/:id data-class: not pressed":
      "The calendar's script turns it into an event, which tests/classes/class-in-week.browser.test.ts clicks.",
  },
  pages: {
    "/": "The forms of the start page are sent to /login, which has the same file.",
    "/calendars/day-board":
      "A script sends it when a visit is dropped, without a form: tests/dashboard/day-board.browser.test.ts.",
    "/schedule/:code": "Redirects to /schedule, which has the same file and the forms.",
  },
  commands: {
    test: "This run.",
    build: "npm test runs it when the code has changed.",
    check: "Checks the code before each commit.",
    format: "Changes the code as npm run check requires.",
    "database:copy": "Needs a libSQL server: tests/db/remote/copy.check.ts, in npm run test:libsql.",
    "test:contract": ownRun,
    "test:dates": ownRun,
    "test:libsql": ownRun,
    "test:large": ownRun,
    "test:image": ownRun,
    "test:nodes": ownRun,
    "test:peers": ownRun,
    "test:proxy": ownRun,
    bench: ownRun,
    "bench:messages": ownRun,
    "bench:supervisor": ownRun,
    "bench:orders": ownRun,
    mutation: ownRun,
    soak: ownRun,
    "soak:orders": ownRun,
  },
};
