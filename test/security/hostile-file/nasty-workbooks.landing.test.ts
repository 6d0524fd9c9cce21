import { testNasties } from "./examined-nasty.ts";
import { NASTY_WORKBOOKS } from "./nasty-workbooks.ts";

testNasties("a hostile workbook", NASTY_WORKBOOKS);
