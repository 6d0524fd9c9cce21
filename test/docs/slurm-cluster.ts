import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";

const PROGRAMS = ["/usr/sbin/slurmctld", "/usr/sbin/slurmd", "/usr/sbin/munged", "/usr/bin/unshare"];

/** What a node has of its own: a host name, and processes that die with it. */
const APART = ["--uts", "--pid", "--fork", "--mount", "--mount-proc", "--kill-child"];

/** Whether this machine can play a cluster: it takes root, and namespaces that may be used. */
export const CAN_RUN_SLURM =
  process.getuid?.() === 0 &&
  PROGRAMS.every((path) => existsSync(path)) &&
  spawnSync("/usr/bin/unshare", [...APART, "true"]).status === 0;

const READY_MS = 30_000;
const POLL_MS = 250;
/** So long without a word from a node, and it is called down. */
const DEAD_AFTER_SECONDS = 10;

/** A task of an array job as the queue has it. */
export interface QueuedTask {
  index: number;
  /** As in `RUNNING` or `PENDING`. */
  state: string;
  /** Empty while it waits. */
  node: string;
  /** Why it waits, as in `JobHeldUser`. */
  reason: string;
}

/** Slurm on loopback: each node has a host name and a PID namespace of its own, so that it can die as a node does. */
export interface SlurmCluster {
  /** What a caller of `sbatch` and the others needs. */
  env: Readonly<Record<string, string>>;
  /** Runs one of Slurm's commands. @throws Error when it fails. */
  call(command: string, ...args: string[]): Promise<string>;
  queue(): Promise<QueuedTask[]>;
  /** Ends a node with all its processes, as a power cut does. */
  kill(node: string): void;
  /** Stops its daemon, so that it looks dead, while its tasks go on. */
  silence(node: string): Promise<void>;
}

/**
 * Starts a cluster that ends with the test.
 *
 * @param folder For its files.
 * @param basePort The first of as many free ports as there are nodes, and one more.
 */
export async function startCluster(
  folder: string,
  nodes: readonly string[],
  basePort: number,
): Promise<SlurmCluster> {
  for (const name of ["state", "spool", "munge"]) mkdirSync(join(folder, name), { recursive: true });
  chmodSync(folder, 0o755);
  chmodSync(join(folder, "munge"), 0o755);
  writeFileSync(join(folder, "munge", "key"), randomBytes(128), { mode: 0o400 });
  writeFileSync(join(folder, "hosts"), `127.0.0.1 localhost ${nodes.join(" ")}\n`);
  writeFileSync(join(folder, "slurm.conf"), configuration(folder, nodes, basePort));
  const conf = { SLURM_CONF: join(folder, "slurm.conf") };
  const env = { ...process.env, ...conf };
  const children = new Map<string, ChildProcess>();
  const start = (name: string, program: string, ...args: string[]): void => {
    children.set(name, spawn(program, args, { env, stdio: "ignore" }));
  };
  onTestFinished(() => {
    for (const child of children.values()) child.kill("SIGKILL");
  });

  const munge = (name: string): string => join(folder, "munge", name);
  const files = ["key", "socket", "pid", "log", "seed"].map((name) =>
    name === "key" || name === "pid" || name === "log" || name === "seed"
      ? `--${name}-file=${munge(name)}`
      : `--${name}=${munge(name)}`,
  );
  start("munged", "/usr/sbin/munged", "--foreground", "--force", ...files);
  await until(() => existsSync(munge("socket")));
  start("slurmctld", "/usr/sbin/slurmctld", "-D");
  for (const node of nodes) {
    // Its tasks see the node's name, and die with it.
    const inside = `mount --bind ${join(folder, "hosts")} /etc/hosts; hostname ${node}; exec /usr/sbin/slurmd -D -N ${node}`;
    start(node, "/usr/bin/unshare", ...APART, "sh", "-c", inside);
  }
  const run = promisify(execFile);
  const call = async (command: string, ...args: string[]): Promise<string> =>
    (await run(command, args, { env })).stdout;
  await until(async () => {
    const states = await call("sinfo", "-h", "-N", "-o", "%T").catch(() => "");
    return states.split("\n").filter((state) => state === "idle").length === nodes.length;
  });
  return {
    env: conf,
    call,
    queue: async () => (await call("squeue", "-h", "-r", "-o", "%K|%T|%N|%r")).split("\n").flatMap(taskOf),
    kill: (node) => void children.get(node)?.kill("SIGKILL"),
    silence: async (node) => {
      const daemon = await call("pgrep", "-f", `^/usr/sbin/slurmd -D -N ${node}$`);
      process.kill(Number(daemon.trim()), "SIGSTOP");
    },
  };
}

function taskOf(line: string): QueuedTask[] {
  const [index = "", state = "", node = "", reason = ""] = line.split("|");
  return line === "" ? [] : [{ index: Number(index), state, node, reason }];
}

function configuration(folder: string, nodes: readonly string[], basePort: number): string {
  const each = nodes.map(
    (node, index) =>
      `NodeName=${node} NodeHostname=${node} NodeAddr=127.0.0.1 Port=${basePort + 1 + index} CPUs=2`,
  );
  return [
    "ClusterName=leadctl",
    "SlurmctldHost=localhost(127.0.0.1)",
    `SlurmctldPort=${basePort}`,
    "SlurmUser=root",
    "AuthType=auth/munge",
    // Else a task that is queued again waits two minutes.
    `AuthInfo=socket=${join(folder, "munge", "socket")},cred_expire=5`,
    `StateSaveLocation=${join(folder, "state")}`,
    `SlurmdSpoolDir=${join(folder, "spool")}/%n`,
    `SlurmctldPidFile=${join(folder, "slurmctld.pid")}`,
    `SlurmdPidFile=${join(folder, "slurmd")}-%n.pid`,
    `SlurmctldLogFile=${join(folder, "slurmctld.log")}`,
    `SlurmdLogFile=${join(folder, "slurmd")}-%n.log`,
    "ProctrackType=proctrack/linuxproc",
    "TaskPlugin=task/none",
    "JobAcctGatherType=jobacct_gather/none",
    // Nothing listens but on loopback.
    "CommunicationParameters=NoCtldInAddrAny,NoInAddrAny",
    "SelectType=select/cons_tres",
    "SelectTypeParameters=CR_CPU",
    `SlurmdTimeout=${DEAD_AFTER_SECONDS}`,
    "ReturnToService=2",
    ...each,
    `PartitionName=main Nodes=${nodes.join(",")} Default=YES MaxTime=INFINITE State=UP`,
    "",
  ].join("\n");
}

/** Waits until something holds. */
export async function until(holds: () => boolean | Promise<boolean>, timeoutMs = READY_MS): Promise<void> {
  for (let waitedMs = 0; !(await holds()); waitedMs += POLL_MS) {
    if (waitedMs > timeoutMs) throw new Error(`It did not come to that within ${timeoutMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** What tasks said, by the log that the script names. */
export function logText(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}
