import { describe, expect, it } from "vitest";
import { wordKey } from "../../../src/sheet/text/word-key.ts";
import { ADDRESS_WORDS } from "../../../src/sheet/vocabulary/address-words.ts";
import { WORDS } from "../../../src/sheet/vocabulary/header-words.ts";
import { NAME_WORDS } from "../../../src/sheet/vocabulary/name-words.ts";
import { type Concepts, phrasesIn } from "../../../src/sheet/vocabulary/phrases.ts";
import { isAmong, NO_PLACE_YET, OPEN_WORDS } from "../../../src/sheet/vocabulary/placeholder-words.ts";

const all = (table: Concepts) => Object.values(table).flatMap(phrasesIn);

describe("the vocabulary of headers", () => {
  it("is written as headers are read", () => {
    const asRead = /^[a-z\d#]+(?: [a-z\d#]+)*$/;
    expect(all(WORDS).filter((phrase) => !asRead.test(phrase))).toEqual([]);
  });

  it("has no phrase twice", () => {
    const phrases = all(WORDS);
    expect(phrases.filter((phrase, at) => phrases.indexOf(phrase) < at)).toEqual([]);
  });
});

it.each([
  ["addresses", ADDRESS_WORDS],
  ["names", NAME_WORDS],
])("words of %s are written as they are looked up, but for accents", (_, table) => {
  const plain = (phrase: string) => phrase.normalize("NFD").replace(/\p{M}/gu, "");
  expect(all(table).filter((phrase) => wordKey(phrase) !== plain(phrase))).toEqual([]);
});

it("knows no town and no kind of house as a word for what is not known yet", () => {
  expect(
    ["Noblesville", "Tobyhanna", "Looking Glass", "Seeley", "Location, ID"].some((text) =>
      isAmong(NO_PLACE_YET, text),
    ),
  ).toBe(false);
  expect(["condo", "Callao", "4155550100", "No"].some((text) => isAmong(OPEN_WORDS, text))).toBe(false);
});
