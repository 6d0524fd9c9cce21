import { describe, expect, it } from "vitest";
import { wordKey } from "../../../src/sheet/text/word-key.ts";
import { ADDRESS_WORDS } from "../../../src/sheet/vocabulary/address-words.ts";
import { WORDS } from "../../../src/sheet/vocabulary/header-words.ts";
import { NAME_WORDS } from "../../../src/sheet/vocabulary/name-words.ts";
import { type Concepts, phrasesIn } from "../../../src/sheet/vocabulary/phrases.ts";

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
