import { describe } from "vitest";
import { testNoticed } from "../mutation/noticed.ts";
import { DEFENCES } from "../mutation/planted.ts";

/** `DEFENCES=redirects,certificates` tries these alone. */
const wanted = process.env.DEFENCES?.split(",");

describe("each test of a defence that is taken out", () => {
  testNoticed(wanted ? DEFENCES.filter(({ name }) => wanted.includes(name)) : DEFENCES, 1_200_000);
});
