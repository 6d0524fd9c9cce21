import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unspoilt } from "../../../src/sheet/text/spoilt-text.ts";
import { decodeWindows1252 } from "../../../src/sheet/text/windows-1252.ts";

/** As programs do that know no better: each byte of UTF-8 as a letter of its own, or a control character. */
function takenFor1252(text: string): string {
  const letters = [...Buffer.from(text)].map((byte) => {
    const letter = decodeWindows1252(Buffer.of(byte));
    return letter === "\ufffd" ? String.fromCharCode(byte) : letter;
  });
  return letters.join("");
}

describe("text that programs spoilt", () => {
  it.each([
    ["JosÃ©", "José"],
    ["GarcÃ\u00ad\u0061", "García"],
    ["NicolÃ\u00a0", "Nicolà"],
    ["Ã\u0081lvaro", "Álvaro"],
    ["Oâ€™Neil", "O’Neil"],
    ["O&#39;Brien", "O'Brien"],
    ["O&#x27;Brien", "O'Brien"],
    ["O&#146;Brien", "O’Brien"],
    ["Smith &amp; Sons", "Smith & Sons"],
    ["D&amp;#39;Angelo", "D'Angelo"],
    ["Ren&eacute;e &Ntilde;", "Renée Ñ"],
  ])("is read as it was: %s", (text, meant) => {
    expect(unspoilt(text)).toBe(meant);
  });

  it.each([
    "AT&T",
    "Ann & Bob; Carl",
    "&bogus;",
    "&scaron;",
    "&#0;",
    "&#10;",
    "&#55296;",
    "&#1114112;",
    "SÃO PAULO",
    "José",
    "Ã",
    "岡田",
  ])("is left alone where nobody spoilt it: %s", (text) => {
    expect(unspoilt(text)).toBe(text);
  });

  it("comes back whole, whatever letters of the West it has", () => {
    const letters = [..."aZé ñÁÍÏÐÝüßŽšœ’“–€'&;#39"];
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...letters) }), (text) => {
        fc.pre(unspoilt(text) === text);
        expect(unspoilt(takenFor1252(text))).toBe(text);
        expect(unspoilt(text.replaceAll("'", "&#39;"))).toBe(text);
      }),
    );
  });
});
