import { countText } from "../../terminal/number-text.ts";
import type { AnswerGroup, TimelineBucket, TimelineView } from "../model/timeline.ts";
import { html, type Markup } from "./markup.ts";

/** Drawn in these units and stretched by the page: text stands outside, so that it never shrinks. */
const WIDTH = 1_000;
const HEIGHT = 100;
const GROUPS = ["created", "refused", "other"] as const satisfies readonly AnswerGroup[];
const GROUP_WORDS: Readonly<Record<AnswerGroup, string>> = {
  created: "created",
  refused: "refused",
  other: "no clear answer",
};

/** Answers a second, stacked by what they did, and the latencies below them on the same time. */
export function timelineCharts(view: TimelineView): Markup {
  const rates = view.buckets.map(({ counts }, index) => {
    const sum = GROUPS.reduce((total, group) => total + counts[group], 0);
    return (sum / spanMs(view, index)) * 1_000;
  });
  const peak = Math.max(0, ...rates);
  const rateMax = niceMax(peak);
  const latencyMax = niceMax(1.05 * Math.max(0, ...view.buckets.map(({ p95Ms }) => p95Ms ?? 0)));
  const used = GROUPS.filter((group) => view.buckets.some(({ counts }) => counts[group] > 0));
  const mean = view.durationMs === 0 ? 0 : view.attemptCount / (view.durationMs / 1_000);
  const { latencyMs } = view;
  return html`${figure({
    title: "Answers a second",
    summary: `At most ${rateWords(Math.max(peak, mean))}, ${rateWords(mean)} on average.`,
    legend: used.map((group) => html`<li class="g-${group}">${GROUP_WORDS[group]}</li>`),
    top: rateWords(rateMax),
    drawing: [
      ...roundLines(view),
      ...view.buckets.flatMap((bucket, index) => stack(bucket, index, view, rateMax)),
    ],
    view,
  })}${figure({
    title: "Time to answer",
    summary: latencyMs
      ? `Half within ${durationWords(latencyMs.p50)}, 95 % within ${durationWords(latencyMs.p95)}.`
      : "No answers.",
    legend: [html`<li class="l-p50">half within</li>`, html`<li class="l-p95">95 % within</li>`],
    top: durationWords(latencyMax),
    drawing: [
      ...roundLines(view),
      line("l-p95", view, (bucket) => bucket.p95Ms, latencyMax),
      line("l-p50", view, (bucket) => bucket.p50Ms, latencyMax),
    ],
    view,
  })}`;
}

/**
 * The time that a bucket's answers took. The run ends within the last one; a mere beginning of it says too little
 * to be counted as a rate of its own.
 */
function spanMs({ buckets, bucketMs, durationMs }: TimelineView, index: number): number {
  const restMs = durationMs - index * bucketMs;
  const isTelling = buckets.length === 1 || restMs >= bucketMs / 2;
  return isTelling && restMs > 0 ? Math.min(bucketMs, restMs) : bucketMs;
}

interface Figure {
  title: string;
  summary: string;
  legend: readonly Markup[];
  /** What the upper edge stands for. */
  top: string;
  drawing: readonly Markup[];
  view: TimelineView;
}

function figure({ title, summary, legend, top, drawing, view }: Figure): Markup {
  const half = durationWords((view.buckets.length * view.bucketMs) / 2);
  const end = durationWords(view.buckets.length * view.bucketMs);
  return html`<figure class="chart"><figcaption><strong>${title}</strong> ${summary}</figcaption>
<ul class="legend">${legend}</ul>
<div class="plot"><span class="y">${top}</span>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${title}: ${summary}">${drawing}</svg>
<p class="x" aria-hidden="true"><span>0</span><span>${half}</span><span>${end}</span></p></div></figure>
`;
}

function stack(bucket: TimelineBucket, index: number, view: TimelineView, rateMax: number): Markup[] {
  const width = WIDTH / view.buckets.length;
  const scale = HEIGHT / (rateMax * (spanMs(view, index) / 1_000));
  let top = HEIGHT;
  return GROUPS.flatMap((group) => {
    const height = bucket.counts[group] * scale;
    if (height === 0) return [];
    top -= height;
    const at = durationWords(index * view.bucketMs);
    return html`<rect class="g-${group}" x="${short(index * width)}" y="${short(top)}" width="${short(width * 0.9)}" height="${short(height)}"><title>${`${countText(bucket.counts[group])} ${GROUP_WORDS[group]}, from ${at} on`}</title></rect>`;
  });
}

/** A line in steps, interrupted where nothing was answered. */
function line(
  name: string,
  view: TimelineView,
  measure: (bucket: TimelineBucket) => number | null,
  max: number,
): Markup {
  const width = WIDTH / view.buckets.length;
  let isDrawing = false;
  const path = view.buckets.map((bucket, index) => {
    const value = measure(bucket);
    const wasDrawing = isDrawing;
    isDrawing = value !== null;
    if (value === null) return "";
    const y = short(HEIGHT - (Math.min(value, max) / max) * HEIGHT);
    const start = `${wasDrawing ? "L" : "M"}${short(index * width)} ${y}`;
    return `${start}H${short((index + 1) * width)}`;
  });
  return html`<path class="${name}" d="${path.join("") || "M0 0"}"/>`;
}

/** Where one round ended and the next began. */
function roundLines(view: TimelineView): Markup[] {
  const wholeMs = view.buckets.length * view.bucketMs;
  return view.rounds.slice(1).map(({ startMs }) => {
    const x = short((Math.min(startMs, wholeMs) / wholeMs) * WIDTH);
    return html`<line class="round" x1="${x}" x2="${x}" y1="0" y2="${HEIGHT}"/>`;
  });
}

/** The next number that reads well: 1, 1.5, 2, 2.5, 3 … 10, 15, 20. */
function niceMax(value: number): number {
  if (value <= 0) return 1;
  const magnitude = 10 ** Math.floor(Math.log10(value));
  const step = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((factor) => factor * magnitude >= value) ?? 10;
  return step * magnitude;
}

function rateWords(perSecond: number): string {
  return `${perSecond < 10 ? String(Math.round(perSecond * 10) / 10) : countText(perSecond)}/s`;
}

function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** `140 ms`, `4.1 s`, `1 min 43 s`, `2 h 5 min` */
export function durationWords(durationMs: number): string {
  if (durationMs < 1) return durationMs === 0 ? "0" : "under 1 ms";
  if (durationMs < 999.5) return `${Math.round(durationMs)} ms`;
  if (durationMs < 59_950) return `${Math.round(durationMs / 100) / 10} s`;
  const seconds = Math.round(durationMs / 1_000);
  if (seconds < 3_600) return parts(Math.floor(seconds / 60), "min", seconds % 60, "s");
  const minutes = Math.round(seconds / 60);
  return parts(Math.floor(minutes / 60), "h", minutes % 60, "min");
}

function parts(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}
