import { testNasties } from "./examined-nasty.ts";
import { NASTY_SHEETS } from "./nasty-sheets.ts";

testNasties("a hostile sheet", NASTY_SHEETS);
