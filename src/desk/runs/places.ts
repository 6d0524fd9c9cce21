import type { Context } from "../../base/context.ts";
import { KEY_VARIABLE } from "../../settings/api-key.ts";
import { readConfig } from "../../settings/config-file.ts";
import {
  findSettings,
  findTarget,
  readVariableLayers,
  requireBaseUrl,
  requirePartner,
  type TargetParts,
  variablesOf,
} from "../../settings/destination.ts";
import type { CommandValues, TargetValues } from "../../settings/options.ts";
import {
  isOwnSandbox,
  isSameService,
  parseTarget,
  SANDBOX_TARGET,
  type Target,
} from "../../settings/target.ts";
import { deskError } from "../desk-errors.ts";

/** Somewhere that leads can go to, as the page shows it. */
export type DeskPlace = ReturnType<typeof placeAt>;

/** What the jobs take to go there. */
export interface WayToPlace {
  options: TargetValues;
  /** Answers with the key that was typed for this place, and for no other. */
  context: Context;
}

const PRACTICE = "practice";
const ADDRESS = "address";
const ENVIRONMENT = /^environment:(.*)$/s;
/** Id of a place that only a run names. */
const TARGET = /^target:(.*) ([^ ]+)$/;

/**
 * Where leads can go: the environments of the configuration, the address of flags and variables, and the sandbox. Keys
 * that were typed into the page are kept here, in memory, each for its place.
 */
export class Places {
  readonly #options: CommandValues<"desk">;
  readonly #context: Context;
  /** By the place's id. They leave only by the context of {@link wayTo}. */
  readonly #typedKeys = new Map<string, string>();

  constructor(options: CommandValues<"desk">, context: Context) {
    this.#options = options;
    this.#context = context;
  }

  /**
   * All of them, as the configuration stands now; the sandbox last.
   *
   * @throws CliError with exit code 2 where configuration, `--vars`, flags or variables cannot be used.
   */
  async list(): Promise<DeskPlace[]> {
    const { sandbox, ...flags } = this.#options;
    const config = await readConfig(flags.config);
    const layers = await readVariableLayers(flags, this.#context);
    const variables = variablesOf(layers);
    const found = findSettings({ flags, layers });
    const isNamed = found.baseUrl !== undefined || found.environment !== undefined;
    const target = sandbox || !(isNamed || config) ? undefined : findTarget({ flags, layers, config });
    const chosen = target?.environment;
    const needsKey = (id: string, variable = KEY_VARIABLE): boolean =>
      !this.#typedKeys.has(id) && !(this.#context.takeSecret(variable) || variables[variable]);
    const environments = (config?.environments ?? []).map((environment): DeskPlace => {
      const { name, isProtected, keyVariable = KEY_VARIABLE } = environment;
      const id = `environment:${name}`;
      return {
        ...placeAt(id, environment.target, needsKey(id, environment.keyVariable)),
        name,
        isProtected,
        keyVariable,
        isChosen: name === chosen?.name,
      };
    });
    const address = target?.baseUrl && !chosen ? [this.#address(target, needsKey(ADDRESS))] : [];
    const real = [...address, ...environments];
    const practice: DeskPlace = {
      ...placeAt(PRACTICE, { ...SANDBOX_TARGET, baseUrl: null }, false),
      isChosen: !real.some(({ isChosen }) => isChosen),
    };
    return [...real, practice];
  }

  /** The one that leads go to unless another is chosen: there is always one. */
  async chosen(): Promise<DeskPlace> {
    const chosen = (await this.list()).find(({ isChosen }) => isChosen);
    if (!chosen) throw new Error("a desk has no place to send to");
    return chosen;
  }

  /** Whether a draft goes to the sandbox inside the program. For `null`: whether the desk was started with it. */
  async isPractice(id: string | null): Promise<boolean> {
    const isIt = ({ id: own, isChosen }: DeskPlace): boolean => (id === null ? isChosen : id === own);
    return (await this.list()).some((place) => place.isPractice && isIt(place));
  }

  /** @throws CliError with exit code 2 where there is no such place (any more). */
  async get(id: string): Promise<DeskPlace> {
    const place = (await this.list()).find((one) => one.id === id);
    if (place) return place;
    const [, baseUrl, partner] = TARGET.exec(id) ?? [];
    if (baseUrl !== undefined && partner !== undefined) return this.placeOf(parseTarget(baseUrl, partner));
    throw deskError("place-unknown");
  }

  /** The place of a run's target: of those in the list, or else one of the run's own. */
  async placeOf(target: Target): Promise<DeskPlace> {
    const isThere = ({ baseUrl, partner, isPractice }: DeskPlace): boolean =>
      isOwnSandbox(target)
        ? isPractice
        : baseUrl !== null && partner === target.partner && isSameService(baseUrl, target.baseUrl);
    const known = (await this.list()).find(isThere);
    if (known) return known;
    const id = `target:${target.baseUrl} ${target.partner}`;
    return placeAt(id, target, !this.#typedKeys.has(id) && !(await this.#givenKey(KEY_VARIABLE)));
  }

  /** Keeps a key that was typed, for this place alone. */
  giveKey({ id }: DeskPlace, key: string): void {
    this.#context.keepSecret(key.trim());
    this.#typedKeys.set(id, key.trim());
  }

  /** How jobs get there. */
  wayTo({ id, keyVariable }: DeskPlace): WayToPlace {
    const { env: _env, baseUrl, partner, config, vars } = this.#options;
    const files = { ...(config !== undefined && { config }), ...(vars !== undefined && { vars }) };
    const typed = this.#typedKeys.get(id);
    const context: Context = {
      ...this.#context,
      takeSecret: (variable) =>
        (variable === keyVariable ? typed : undefined) ?? this.#context.takeSecret(variable),
    };
    if (id === PRACTICE) return { options: { ...files, sandbox: true }, context };
    const [, name] = ENVIRONMENT.exec(id) ?? [];
    if (name !== undefined || TARGET.test(id)) {
      const env = withoutPlace(this.#context.env);
      const environment = name !== undefined && { env: name };
      return { options: { ...files, sandbox: false, ...environment }, context: { ...context, env } };
    }
    const place = { ...(baseUrl !== undefined && { baseUrl }), ...(partner !== undefined && { partner }) };
    return { options: { ...files, ...place, sandbox: false }, context };
  }

  /** Makes a place of flags and variables, and checks them. */
  #address({ baseUrl, partner }: TargetParts, needsKey: boolean): DeskPlace {
    const target = { baseUrl: requireBaseUrl(baseUrl), partner: requirePartner(partner) };
    return { ...placeAt(ADDRESS, target, needsKey), isChosen: true };
  }

  async #givenKey(variable: string): Promise<string | undefined> {
    const layers = await readVariableLayers(this.#options, this.#context);
    return this.#context.takeSecret(variable) || variablesOf(layers)[variable];
  }
}

/** A place of which only the address is known; the sandbox has none. */
function placeAt(
  id: string,
  { baseUrl, partner }: { baseUrl: string | null; partner: string },
  needsKey: boolean,
) {
  const isPractice = baseUrl === null;
  return {
    /** Opaque, for requests. */
    id,
    /** Of the environment, where it is one. */
    name: baseUrl ?? "Practice",
    baseUrl,
    partner,
    isPractice,
    /** Its name has to be typed before anything is sent. */
    isProtected: false,
    /** The variable that may hold its key. */
    keyVariable: isPractice ? null : KEY_VARIABLE,
    /** Whether the key has to be typed before anything can be sent. */
    needsKey,
    /** Whether leads go there unless another is chosen. */
    isChosen: false,
  };
}

/** What was chosen on the page is meant, whatever was set for another place. */
function withoutPlace(env: Context["env"]): Context["env"] {
  const { LEADCTL_ENV: _env, LEADCTL_BASE_URL: _baseUrl, LEADCTL_PARTNER: _partner, ...others } = env;
  return others;
}
