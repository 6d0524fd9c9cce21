import { readFileSync } from "node:fs";
import { type Node, parseSync } from "oxc-parser";
import { expect, it } from "vitest";
import { readSources } from "./import-graph.ts";
