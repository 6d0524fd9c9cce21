import { testNasties } from "./examined-nasty.ts";
import { NASTY_ARCHIVES } from "./nasty-archives.ts";

testNasties("a hostile archive", NASTY_ARCHIVES);
