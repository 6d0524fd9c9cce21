import type { Command } from "commander";
import { type Done, loadRim } from "./done.ts";
import { placeOptions, sendOptions, targetOptions } from "./options.ts";

export function declareSmoke(program: Command, done: Done): void {
  const command = program
    .command("smoke")
    .description("Hold an environment against the service's interface, and tell exactly where it differs.");
  for (const option of targetOptions()) command.addOption(option);
  command
    .option("--no-create", "only what creates no quote; otherwise their number is told before")
    .option("--email <template>", "addresses of the leads (default: leadctl+{tag}@example.com)")
    .option("--existing-user <email>", "an account there without a quote, to check that it is refused")
    .option("--discover", "tell, too, what it does where the interface is silent")
    .option("--output <file>", "keep what --discover found, as a baseline")
    .option("--baseline <file>", "what has changed since this baseline differs")
    .option("--junit <file>", "write the results as JUnit XML")
    .option("--repeat <n>", "rounds, for a soak (default: 1)")
    .option("--timeout <time>", "total deadline of one request (default: 30s)")
    .option("--json", "one JSON document on stdout")
    .action(async (flags) => {
      const { smoke } = await import("../commands/smoke.ts");
      done(await smoke(flags, await loadRim()));
    });
}

export function declareConfig(program: Command, done: Done): void {
  const command = program
    .command("config")
    .description("Show the settings in force, where each came from, and what is wrong with them.");
  for (const option of [...placeOptions(), ...sendOptions()]) command.addOption(option);
  command.option("--json", "one JSON document on stdout").action(async (flags) => {
    const { config } = await import("../commands/config.ts");
    done(await config(flags, await loadRim()));
  });
}

export function declareSandbox(program: Command, done: Done): void {
  program
    .command("sandbox")
    .description("Run the whole Lead Creation Service on this machine, to try and to rehearse.")
    .option("--port <number>", "port to listen on; 0 picks a free one", "0")
    .option(
      "--host <address>",
      "address to listen on; anything but loopback needs --expose (default: 127.0.0.1)",
    )
    .option("--expose", "let other machines reach it; without --host, on every address")
    .option("--key <key>", "a key that is accepted; repeatable (default: one made at random)", collect)
    .option("--partner <name>", "a partner that is served; repeatable (default: any)", collect)
    .option("--user <email>", "an account that exists already; repeatable", collect)
    .option("--base-url <url>", "base of the login links (default: its own address)")
    .option("--log <file>", "write one JSON line a request, without keys and tokens")
    .option("--latency <time>", "delay of every answer, as in 50ms or 50ms±20ms")
    .option("--rate-limit <rate>", "answer 429 above this rate, as in 20/s")
    .option("--fault <kind=probability>", "a fault at random, as in 500-before=0.1; repeatable", collect)
    .option("--seed <number>", "seed of the random faults, to have the same ones again")
    .option("--faults <file>", "a script of faults by e-mail and attempt, as JSON")
    .action(async (flags) => {
      const { runSandboxCommand } = await import("../commands/sandbox.ts");
      done(await runSandboxCommand(flags));
    });
}

function collect(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}
