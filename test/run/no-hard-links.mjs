// Loaded into a process before the program (node --import): it finds itself on a file system that knows neither hard
// links nor rights, as exFAT and some network drives are. LEADCTL_TEST_LINK_ERROR is how that one says so.
import fs, { open } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

const { LEADCTL_TEST_LINK_ERROR: LINK_ERROR = "EPERM" } = process.env;

function refuse(name, code) {
  return async () => {
    throw Object.assign(new Error(`${code}: ${name} is not known here`), { code });
  };
}

const handle = await open(process.execPath, "r");
Object.getPrototypeOf(handle).chmod = refuse("chmod", "EPERM");
await handle.close();
fs.link = refuse("link", LINK_ERROR);
fs.chmod = refuse("chmod", "EPERM");
syncBuiltinESMExports();
