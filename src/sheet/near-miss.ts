import leven from "leven";
import type { Field } from "../lead/field-catalogue.ts";
import { headerKey, headerKeys } from "./header-key.ts";

const SHORT_KEY = 5;

/** The field whose header a person may have meant, by a letter or two. It is suggested and never taken. */
export function nearestField(header: string): Field | undefined {
  const key = headerKey(header);
  if (key.length < 3) return undefined;
  const limit = key.length < SHORT_KEY ? 1 : 2;
  let nearest: Field | undefined;
  let least = limit + 1;
  for (const [known, field] of headerKeys()) {
    if (Math.abs(known.length - key.length) > limit || known.length < 3) continue;
    const distance = leven(key, known, { maxDistance: limit + 1 });
    if (distance < least) {
      least = distance;
      nearest = field;
    }
  }
  return nearest;
}
