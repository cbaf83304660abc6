import { Choice, Field } from "~/ui/components/field";
import { useProblem } from "~/ui/components/form";
import type { SettingView } from "../settings/list-settings.server";

const hourName = (hour: number): string => {
  if (hour === 0 || hour === 24) return "Midnight";
  return hour === 12 ? "Noon" : `${hour % 12} ${hour < 12 ? "AM" : "PM"}`;
};

interface ChoiceOption {
  value: string;
  label: string;
}

const choices: Partial<Record<SettingView["name"], readonly ChoiceOption[]>> = {
  SMS_PROVIDER: [
    { value: "outbox", label: "Don't send texts" },
    { value: "twilio", label: "Send texts through Twilio" },
  ],
  REQUIRE_MFA: [
    { value: "", label: "Admins, once email is set up" },
    { value: "off", label: "No one" },
    { value: "admins", label: "Admins" },
    { value: "all", label: "All staff" },
  ],
  BACKUP_EVERY: [
    { value: "1h", label: "Every hour" },
    { value: "6h", label: "Every 6 hours" },
    { value: "12h", label: "Every 12 hours" },
    { value: "24h", label: "Every day" },
    { value: "7d", label: "Every week" },
    { value: "off", label: "Never" },
  ],
};

const hoursOf = (value: string): [from: number, to: number] => {
  const [from = 0, to = 24] =
    value === "off" ? [] : value.split("-").map((part) => Number.parseInt(part, 10));
  return [from, to];
};

export function valueInWords({ name, value, secret }: SettingView): string {
  if (name === "SMTP_URL") return value;
  if (secret) return secret.ending ? `Saved, ends in ${secret.ending}` : "Saved";
  if (name === "QUIET_HOURS") {
    const [from, to] = hoursOf(value);
    return from === 0 && to === 24 ? "At any hour" : `${hourName(from)} to ${hourName(to)}`;
  }
  return choices[name]?.find((choice) => choice.value === value)?.label ?? value;
}

/** One setting of a form. It can't be changed if the environment sets it. */
export function SettingField({ setting }: { setting: SettingView }) {
  const { name, label, value, source, secret, range } = setting;
  if (source === "environment") return <FixedSetting setting={setting} />;
  const shown = setting.hint ?? undefined;
  if (name === "QUIET_HOURS") return <Hours value={value} />;
  const options = choices[name];
  if (options) {
    const isOther = !options.some((option) => option.value === value);
    return (
      <Choice name={name} label={label} hint={shown} value={value}>
        {[...options, ...(isOther ? [{ value, label: value }] : [])].map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Choice>
    );
  }
  if (range) {
    const limits = `From ${range.min} to ${range.max}.`;
    return (
      <Field
        name={name}
        label={label}
        hint={shown ? `${limits} ${shown}` : limits}
        type="number"
        inputMode="numeric"
        min={range.min}
        max={range.max}
        value={value}
        required
      />
    );
  }
  if ("TWILIO_AUTH_TOKEN" === name) {
    const kept = secret && `Saved, ends in ${secret.ending}. Leave this empty to keep it.`;
    return (
      <Field
        name={name}
        label={label}
        hint={kept ?? shown}
        type="password"
        autoComplete="off"
        maxLength={500}
      />
    );
  }
  return <Field name={name} label={label} hint={shown} value={value} maxLength={500} autoComplete="off" />;
}

/** A setting that the environment sets, with the variable that does. */
export function FixedSetting({ setting }: { setting: SettingView }) {
  return (
    <Field
      name={setting.name}
      label={setting.label}
      hint={
        <>
          The server's environment sets this (<code>{setting.name}</code>). It can't be changed here.
        </>
      }
      value={valueInWords(setting) || "–"}
      readOnly
    />
  );
}

function Hours({ value }: { value: string }) {
  const [from, to] = hoursOf(value);
  const typed = useProblem()?.typed;
  const select = (name: string, label: string, hours: number[], hour: number) => (
    <Choice name={name} label={label} value={typed?.[name] ?? String(hour)}>
      {hours.map((one) => (
        <option key={one} value={String(one)}>
          {hourName(one)}
        </option>
      ))}
    </Choice>
  );
  const hours = Array.from({ length: 24 }, (_, hour) => hour);
  return (
    <div className="pair">
      {select("hours_from", "From", hours, from)}
      {select(
        "hours_to",
        "To",
        hours.map((hour) => hour + 1),
        to,
      )}
    </div>
  );
}
