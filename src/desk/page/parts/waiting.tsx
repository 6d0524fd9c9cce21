import { Title } from "./title.tsx";

/** What a view is doing before it has anything to show: the heading of the page until then, said as it comes. */
export function Waiting({ text }: { text: string }) {
  return (
    <div class="waiting" role="status">
      <Title>{text}</Title>
    </div>
  );
}
