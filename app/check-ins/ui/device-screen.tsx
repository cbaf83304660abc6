import { strings } from "../strings";

/** Drawn for this page: a generic device with its screen. Makers' screens differ. */
export function DeviceScreen() {
  const lines = [
    { label: strings.onScreenUsed, value: "26/30" },
    { label: strings.onScreenCounted, value: "22/30" },
    { label: strings.onScreenHours, value: "5.2" },
  ];
  return (
    <figure className="device">
      <svg viewBox="0 0 320 190" role="img" aria-label={strings.picture} width="320" height="190">
        <rect x="2" y="2" width="316" height="186" rx="26" className="device-body" />
        <rect x="20" y="20" width="226" height="150" rx="8" className="device-screen" />
        <text x="34" y="46" className="device-title">
          {strings.period}
        </text>
        {lines.map(({ label, value }, index) => (
          <g key={label}>
            <text x="34" y={80 + index * 34}>
              {label}
            </text>
            <text x="234" y={80 + index * 34} textAnchor="end" className="device-value">
              {value}
            </text>
          </g>
        ))}
        <circle cx="282" cy="95" r="22" className="device-dial" />
        <circle cx="282" cy="95" r="9" className="device-dial" />
      </svg>
      <figcaption className="hint">{strings.pictureCaption}</figcaption>
    </figure>
  );
}
