/** Why a word of a cell does not say for certain which of a field's values is meant: the rest of a sentence about it. */
export const WORD_DOUBTS = {
  "not-known": "we do not know the word",
  "two-values": "it names two of the values at once",
  "no-value-fits": "none of the values that we know is plainly it",
  "no-lease": "without a lease it may be vacant, or let from month to month",
  "two-uses": "two uses at once are none of the values that we know",
  "family-lives-there": "somebody of the family lives there, which none of the values that we know says",
  "shares-wall": "it shares a wall with another house, and may be a townhouse or a single family home",
  "who-lives-there": "it says who lives there, not how it is let",
  "use-not-kind": "it says what the property is for, not of which kind it is",
  "let-not-use": "it says that the property is let or not, not what it is for",
  "count-not-kind": "it says how many units there are, not of which kind",
  "many-units": "it may have more units than the values that we know are for",
  "owned-otherwise":
    "it is not owned like an ordinary condo, and none of the values that we know is plainly it",
  "not-only-home": "it is not only a home, or no home",
  "short-stays": "it is let for short stays, and may be an investment or a second home",
  "lease-length-open": "it does not say for how long it is let",
  "cash-out": "cash-out does not say what the money is for",
  building: "building a house is none of the values that we know",
  apartment: "an apartment may be a condo, a co-op or a rental",
  "short-term-rental": "a short-term rental is none of the values that we know",
  refinance: "a refinance does not say what the money is for",
  purchase: "a purchase is none of the values that we know",
  "planned-development": "a planned unit development may be of houses or of townhouses",
  "equity-loan": "a loan on the home's equity does not say what the money is for",
  "lease-of-year": "a lease is most often for a year; correct it if it is shorter",
  "month-to-month": "a lease from month to month is none of the values that we know",
  "factory-built": "a factory-built home is none of the values that we know",
  "condo-alone": "a condo that stands alone may count as a single family home",
};

export type WordDoubt = keyof typeof WORD_DOUBTS;
