/** A time, to the minute or the second, as this computer writes and counts it; hovering shows UTC. */
export function Time({ at, isPrecise = false }: { at: string | null; isPrecise?: boolean }) {
  if (at === null || at === "") return null;
  return (
    <time dateTime={at} title={at}>
      {new Date(at).toLocaleString(undefined, {
        dateStyle: "medium",
        timeStyle: isPrecise ? "medium" : "short",
      })}
    </time>
  );
}
