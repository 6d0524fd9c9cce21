/** One of several lists, chosen by buttons above it. The list itself is the caller's. */
export function Tabs<Id extends string>(props: {
  label: string;
  tabs: readonly { id: Id; text: string; count?: number; isSoFar?: boolean }[];
  current: Id;
  onChoose(id: Id): void;
}) {
  const { label, tabs, current, onChoose } = props;
  return (
    <fieldset class="tabs" aria-label={label}>
      {tabs.map(({ id, text, count, isSoFar }) => (
        <button key={id} type="button" aria-pressed={id === current} onClick={() => onChoose(id)}>
          {text}{" "}
          {count !== undefined && (
            <span class="count">
              {count.toLocaleString("en-US")}
              {isSoFar && "+"}
            </span>
          )}
        </button>
      ))}
    </fieldset>
  );
}
