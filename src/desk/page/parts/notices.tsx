import { Card } from "./card.tsx";

/** What there is to say of a sheet or a round as a whole. */
export function Notices({ title, notices }: { title: string; notices: readonly string[] }) {
  if (notices.length === 0) return null;
  return (
    <Card title={title}>
      <ul class="plain">
        {notices.map((notice) => (
          <li key={notice}>{notice}</li>
        ))}
      </ul>
    </Card>
  );
}
