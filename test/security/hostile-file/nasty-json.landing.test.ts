import { testNasties } from "./examined-nasty.ts";
import { NASTY_JSON } from "./nasty-json.ts";

testNasties("hostile JSON", NASTY_JSON);
