/** The key of every test that needs no other: like no other text, so that it can be looked for wherever it must not be. */
export const TEST_KEY = "key-7Qm2x9Lw4Zr8Tn5c";
