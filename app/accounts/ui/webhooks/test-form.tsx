import { Button } from "~/ui/components/button";
import { PostForm, Problem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import type { TestResult } from "~/webhooks/webhook-schema";

export function TestForm({ tested }: { tested: TestResult | undefined }) {
  return (
    <PostForm className="panel reading" aria-labelledby="test-title">
      <h2 id="test-title">Test</h2>
      <Problem />
      {tested ? (
        <TestOutcome {...tested} />
      ) : (
        <p>
          This sends the event <code>webhook.test</code> once and shows the response.
        </p>
      )}
      <p className="buttons">
        <Button>{tested ? "Test again" : "Send test event"}</Button>
      </p>
    </PostForm>
  );
}

function TestOutcome({ ok, status, milliseconds, error }: TestResult) {
  return (
    <Notice tone={ok ? "good" : "bad"}>
      <p>
        <strong>{ok ? "The test event arrived." : "The test event was not accepted."}</strong>
      </p>
      <p>
        {ok
          ? `The server returned ${status} after ${milliseconds} ms.`
          : `${error} It took ${milliseconds} ms.`}
      </p>
    </Notice>
  );
}
