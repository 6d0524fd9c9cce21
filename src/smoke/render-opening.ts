import { besideLabel, labelled } from "../terminal/layout.ts";
import { amountText } from "../terminal/number-text.ts";
import { safeText } from "../terminal/safe-text.ts";
import type { Style } from "../terminal/style.ts";
import { flow, wrap } from "../terminal/text-width.ts";
import { checkCount, quotesOf, type SmokePlan } from "./run-smoke.ts";

/**
 * What is about to happen, and above all what it leaves behind.
 *
 * @param environment Its name; null where it has none.
 */
export function renderOpening(plan: SmokePlan, environment: string | null, style: Style): string {
  const room = besideLabel(style);
  const place = [...(environment === null ? [] : [environment]), plan.baseUrl, `partner ${plan.partner}`];
  const amounts = [amountText(checkCount(plan), "check")];
  if (plan.roundCount > 1) amounts.push(amountText(plan.roundCount, "round"));
  const lines = [
    ...labelled("Target", flow(place.map(safeText), room, "  "), style),
    ...labelled("Checks", flow(amounts, room, ` ${style.signs.dot} `), style),
    ...labelled("Creates", wrap(quotesText(plan), room), style),
  ];
  return `${lines.join("\n")}\n`;
}

function quotesText(plan: SmokePlan): string {
  const { surely, perhaps } = quotesOf(plan);
  if (surely + perhaps === 0) return "nothing";
  const more = perhaps > 0 ? `, perhaps ${perhaps} more` : "";
  return `${amountText(surely, "quote")}${more}, for good, under ${safeText(plan.email(`${plan.runTag}-...`))}`;
}
