import { useLoaderData } from "@remix-run/react";
import type { LegalNotices } from "~/company/legal-notices.server";
import { currentLanguage } from "~/core/language/current-language";
import { fill } from "~/core/language/strings";
import { isWebAddress } from "~/core/web-address";
import { WebLink } from "~/ui/breaking-address";
import { PatientShell } from "~/ui/shells/patient-shell";
import { strings } from "~/ui/strings";

interface TextPageProps {
  title: string;
  own: string | null | undefined;
  /** A template with {company}. */
  ownTitle: string;
  parts: { heading: string; text: string }[];
  link?: { label: string; href: string } | null;
}

export function TextPage({ title, own, ownTitle, parts, link }: TextPageProps) {
  const notices = useLoaderData<LegalNotices | null>();
  return (
    <PatientShell>
      <h1>{title}</h1>
      {own ? (
        <OwnText
          text={own}
          title={fill(ownTitle, { company: notices?.name ?? "" })}
          language={notices?.language}
        />
      ) : (
        parts.map(({ heading, text }) => (
          <section className="stack" key={heading}>
            <h2>{heading}</h2>
            <p>{text}</p>
          </section>
        ))
      )}
      {link && (
        <p>
          <a href={link.href}>{link.label}</a>
        </p>
      )}
      {notices && <CompanyAddress {...notices} />}
      <p>
        <a href="/">{strings.toStart}</a>
      </p>
    </PatientShell>
  );
}

function OwnText({ text, title, language }: { text: string; title: string; language: string | undefined }) {
  if (isWebAddress(text)) {
    return (
      <p>
        <a href={text}>{title}</a>
      </p>
    );
  }
  return (
    <div className="own-text" lang={language === currentLanguage() ? undefined : language}>
      {text
        .split(/\r?\n\s*\r?\n/)
        .filter((paragraph) => paragraph.trim())
        .map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs have no other key.
          <p key={index}>{paragraph.trim()}</p>
        ))}
    </div>
  );
}

function CompanyAddress({ name, address, website }: LegalNotices) {
  const lines = (address ?? "").split(/\r?\n/).filter((line) => line.trim());
  return (
    <address className="company-address">
      <b>{name}</b>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
      {website && <WebLink href={website} />}
    </address>
  );
}
