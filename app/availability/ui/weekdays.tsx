export const weekdayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

export const intervals = [15, 30, 45, 60];

export function Weekdays({ days }: { days: readonly string[] }) {
  return (
    <fieldset className="options weekdays">
      <legend className="label">Weekdays</legend>
      {weekdayNames.map((name, day) => (
        <label key={name}>
          <input type="checkbox" name="days" value={day} defaultChecked={days.includes(String(day))} />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  );
}
