/** A time, as this computer writes and counts it; hovering shows UTC. */
export function Time({ at }: { at: string | null }) {
  if (at === null || at === "") return null;
  return (
    <time dateTime={at} title={at}>
      {new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })}
    </time>
  );
}
