import { Card } from "./card.tsx";

/** What there is to say of a sheet as a whole. */
export function Notices({ notices }: { notices: readonly string[] }) {
  if (notices.length === 0) return null;
  return (
    <Card title="Good to know">
      <ul class="plain">
        {notices.map((notice) => (
          <li key={notice}>{notice}</li>
        ))}
      </ul>
    </Card>
  );
}
