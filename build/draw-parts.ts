/** A module of the program, as the bundler knows it, or a package that is built in, as one. Modules are named by their paths. */
export interface Module {
  /** What is loaded whenever it is. */
  imports: readonly string[];
  /** What it loads when that is asked for. */
  lateImports: readonly string[];
  characters: number;
  /** How many packages it loads that are not built in. */
  packages: number;
}

/**
 * Milliseconds that it takes to find, read and link one more file; a thousand more characters, most of which are only
 * scanned; one more package, of which most have many files.
 */
const FILE_MS = 1;
const KILO_MS = 0.2;
const PACKAGE_MS = 8;

/** Modules that are kept in one file. */
interface Part {
  modules: readonly string[];
  /** The loads that need it. */
  loads: ReadonlySet<string>;
  milliseconds: number;
  /** Whether it is a module that is only asked for by name, with what it alone needs. Nothing else can be with it. */
  isAskedFor: boolean;
}

/**
 * Draws the files of the program: what the same loads need is one file, and small ones are put together as long as all loads
 * take less time by that. A load is a module that is asked for late, such as a command, or an entry; on it hangs
 * all that it needs at once, and all that was loaded on the way to it.
 *
 * @param entries What others load by name. To what the first one needs at once, which every start loads, nothing is added.
 * @returns For every module the name of its file, which is that of its largest module. Entries and what is only loaded late
 * have files of their own, with what they alone need, and are not in it.
 */
export function drawParts(
  modules: ReadonlyMap<string, Module>,
  entries: readonly string[],
): ReadonlyMap<string, string> {
  const [start = ""] = entries;
  const loads = loadsOf(modules, entries);
  let parts = partsByLoads(modules, loads);
  for (let next = merged(parts, modules, start); next; next = merged(parts, modules, start)) parts = next;
  const size = (name: string) => modules.get(name)?.characters ?? 0;
  return new Map(
    parts.flatMap((part) => {
      if (part.isAskedFor) return [];
      const largest = part.modules.reduce((one, other) => (size(one) >= size(other) ? one : other));
      return part.modules.map((name) => [name, largest] as const);
    }),
  );
}

/** All that has been loaded, for each load, once it has been. */
function loadsOf(
  modules: ReadonlyMap<string, Module>,
  entries: readonly string[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const loads = new Map<string, ReadonlySet<string>>();
  const waiting = entries.map((name) => ({ name, before: new Set<string>() as ReadonlySet<string> }));
  // The nearest way counts, for the others are rare.
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    if (loads.has(next.name)) continue;
    const loaded = new Set(next.before);
    addWithImports(next.name, modules, loaded);
    loads.set(next.name, loaded);
    const late = [...loaded].flatMap((name) => modules.get(name)?.lateImports ?? []);
    waiting.push(...late.map((name) => ({ name, before: loaded })));
  }
  return loads;
}

function addWithImports(name: string, modules: ReadonlyMap<string, Module>, loaded: Set<string>): void {
  if (loaded.has(name)) return;
  loaded.add(name);
  for (const imported of modules.get(name)?.imports ?? []) addWithImports(imported, modules, loaded);
}

function partsByLoads(
  modules: ReadonlyMap<string, Module>,
  loads: ReadonlyMap<string, ReadonlySet<string>>,
): Part[] {
  const parts = new Map<string, Part & { modules: string[] }>();
  const imported = new Set([...modules.values()].flatMap(({ imports }) => imports));
  for (const [name, module] of modules) {
    const needing = [...loads].filter(([, loaded]) => loaded.has(name)).map(([load]) => load);
    // What others import too is in a file of theirs, to which its own only leads.
    const key = loads.has(name) && !imported.has(name) ? name : needing.join("\n");
    const isAskedFor = loads.has(key);
    const part = parts.get(key) ?? {
      modules: [],
      loads: new Set(needing),
      milliseconds: FILE_MS,
      isAskedFor,
    };
    part.modules.push(name);
    part.milliseconds += (module.characters / 1_000) * KILO_MS + module.packages * PACKAGE_MS;
    parts.set(key, part);
  }
  return [...parts.values()];
}

/** The two parts put together by which most is gained; nothing where nothing is. */
function merged(
  parts: readonly Part[],
  modules: ReadonlyMap<string, Module>,
  start: string,
): Part[] | undefined {
  const reached = reachedFrom(parts, modules);
  const open = parts.filter(({ isAskedFor }) => !isAskedFor);
  let best: { one: Part; other: Part; both: Part; dragged: ReadonlySet<Part>; gain: number } | undefined;
  for (const [at, one] of open.entries()) {
    for (const other of open.slice(at + 1)) {
      if (one.loads.has(start) !== other.loads.has(start)) continue;
      const both = together(one, other);
      const gain = costOf(one) + costOf(other) - costOf(both);
      if (gain <= (best?.gain ?? 0) || isBetween(one, other, reached)) continue;
      const dragged = behind(one, other, reached);
      const wholeGain = gain - dragCost(both, dragged);
      if (wholeGain > (best?.gain ?? 0)) best = { one, other, both, dragged, gain: wholeGain };
    }
  }
  if (!best) return undefined;
  const { one, other, both, dragged } = best;
  const others = parts.filter((part) => part !== one && part !== other);
  return [...others.map((part) => (dragged.has(part) ? withLoads(part, both.loads) : part)), both];
}

function together(one: Part, other: Part): Part {
  return {
    modules: [...one.modules, ...other.modules],
    loads: new Set([...one.loads, ...other.loads]),
    milliseconds: one.milliseconds + other.milliseconds - FILE_MS,
    isAskedFor: false,
  };
}

const costOf = ({ loads, milliseconds }: Part): number => loads.size * milliseconds;

const withLoads = (part: Part, loads: ReadonlySet<string>): Part => ({
  ...part,
  loads: new Set([...part.loads, ...loads]),
});

/** What it costs that all that two parts need has to be loaded wherever one of them is. */
function dragCost({ loads }: Part, needed: ReadonlySet<Part>): number {
  let cost = 0;
  for (const part of needed) {
    let newCount = 0;
    for (const load of loads) if (!part.loads.has(load)) newCount += 1;
    cost += newCount * part.milliseconds;
  }
  return cost;
}

/** For each part all that it imports from, and what those do. */
type Reached = ReadonlyMap<Part, ReadonlySet<Part>>;

function reachedFrom(parts: readonly Part[], modules: ReadonlyMap<string, Module>): Reached {
  const partOf = new Map(parts.flatMap((part) => part.modules.map((name) => [name, part] as const)));
  const needs = new Map(
    parts.map((part) => {
      const imported = part.modules.flatMap((name) => modules.get(name)?.imports ?? []);
      return [part, new Set(imported.flatMap((name) => partOf.get(name) ?? []))] as const;
    }),
  );
  return new Map(
    parts.map((part) => {
      const reached = new Set<Part>();
      const waiting: Part[] = [part];
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        for (const needed of needs.get(next) ?? []) {
          if (needed === part || reached.has(needed)) continue;
          reached.add(needed);
          waiting.push(needed);
        }
      }
      return [part, reached];
    }),
  );
}

function behind(one: Part, other: Part, reached: Reached): ReadonlySet<Part> {
  const all = new Set([...(reached.get(one) ?? []), ...(reached.get(other) ?? [])]);
  all.delete(one);
  all.delete(other);
  return all;
}

/** Whether a third part stands between two, so that the two as one file and the third would import each other. */
function isBetween(one: Part, other: Part, reached: Reached): boolean {
  return isBelow(one, other, reached) || isBelow(other, one, reached);
}

function isBelow(upper: Part, lower: Part, reached: Reached): boolean {
  return [...(reached.get(upper) ?? [])].some((part) => part !== lower && reached.get(part)?.has(lower));
}
