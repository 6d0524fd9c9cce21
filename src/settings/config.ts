import type { Target } from "./target.ts";

/** Where the program looks without `--config`: in the folder that it is called in. */
export const CONFIG_FILE = "leadctl.config.json";

/** Limits of an environment, each as its flag takes it. */
export interface Limits {
  concurrency?: string;
  rate?: string;
  attempts?: string;
  retryBase?: string;
  retryMax?: string;
  timeout?: string;
  grace?: string;
}

/** A place that leads can go to, by name. */
export interface Environment {
  name: string;
  target: Target;
  /** The variable that holds the key; absent: the usual one. */
  keyVariable?: string;
  limits: Limits;
  /** Nothing is sent there before its name was typed. */
  isProtected: boolean;
}

/** What a configuration file says. */
export interface Config {
  /** The file, as a person would name it. */
  file: string;
  environments: readonly Environment[];
  /** Taken where nobody names an environment or an address. */
  defaultName?: string;
}

/** One thing that is wrong with a configuration file. */
export interface ConfigProblem {
  /** As in `environments.staging.baseUrl`; empty for the file as a whole. */
  path: string;
  /** 1-based; undefined where it has no place of its own. */
  line?: number;
  message: string;
}
