import { CompanyPhone } from "~/ui/company-phone";
import { Button } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { PageStrings } from "~/ui/components/page-strings";
import { strings } from "../strings";

/** Until the `check` script starts, shows what to do without it. */
export function DeviceCheck() {
  const { check } = strings;
  return (
    <>
      <Notice id="check-unavailable">
        {`${check.needsBrowser} `}
        <CompanyPhone />.
      </Notice>
      <section className="panel" id="device-check" hidden aria-label={check.title}>
        <p>{check.lead}</p>
        <p id="check-ask" role="status" hidden>
          {check.allow}
        </p>
        <video id="check-picture" aria-label={check.preview} muted playsInline hidden />
        <ul className="check-results" id="check-results" hidden>
          {(["camera", "microphone", "connection"] as const).map((name) => (
            <li key={name} data-check={name}>
              <b>{check[name]}</b>
              <span role="status" />
              {name === "microphone" && (
                <meter id="check-level" aria-label={check.level} min={0} max={100} value={0} hidden />
              )}
            </li>
          ))}
        </ul>
        <Button type="button" size="wide" id="check-start">
          {check.start}
        </Button>
        <Button type="button" size="wide" look="quiet" id="check-stop" hidden>
          {check.stop}
        </Button>
        <div id="check-done" className="stack" hidden>
          <p>{check.done}</p>
          <p>
            {`${check.stuck} `}
            <CompanyPhone />.
          </p>
        </div>
      </section>
      <PageStrings strings={check} />
    </>
  );
}
