import { languageName } from "~/core/language/spoken-language";
import type { CallScript } from "../call-tasks/call-script.server";

export function CallScripts({ scripts }: { scripts: readonly CallScript[] }) {
  return (
    <section className="panel" aria-labelledby="call-script">
      <h2 id="call-script">What to say</h2>
      <div className={scripts.length > 1 ? "pair" : undefined}>
        {scripts.map(({ language, say, message }) => (
          <div key={language} className="stack">
            {scripts.length > 1 && <h3>{languageName(language)}</h3>}
            <ul className="stack" lang={language}>
              {say.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
            <p className="soft">If you reach voicemail:</p>
            <p lang={language}>{message}</p>
          </div>
        ))}
      </div>
    </section>
  );
}
