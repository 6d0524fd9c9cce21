/** What a view is doing before it has anything to show: the heading of the page until then, said as it comes. */
export function Waiting({ text }: { text: string }) {
  return (
    <div class="waiting" role="status">
      <h1>{text}</h1>
    </div>
  );
}
