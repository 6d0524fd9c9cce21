/** `4,962`. By hand: to make the first `Intl.NumberFormat` takes as long as Node's own start by half. */
export function countText(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** `1 row`, `4,962 rows` */
export function amountText(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? "" : "s"}`;
}
