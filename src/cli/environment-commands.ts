import { type Command, Option } from "commander";
import { type Done, loadContext } from "./done.ts";
import { addExamples } from "./help.ts";
import { addOptions, jsonOption, optionGroup, placeOptions, sendOptions, targetOptions } from "./options.ts";

export function declareSmoke(program: Command, done: Done): Command {
  const command = program
    .command("smoke")
    .description("Hold an environment against the service's interface, and tell exactly where it differs.")
    .action(async (flags) => {
      const { smoke } = await import("./smoke.ts");
      done(await smoke(flags, await loadContext()));
    });
  addOptions(
    command,
    targetOptions(),
    optionGroup(
      "Checks:",
      new Option("--no-create", "only what creates no quote; otherwise their number is told before"),
      new Option("--email <template>", "addresses of the leads (default: leadctl+{tag}@example.com)"),
      new Option("--existing-user <email>", "an account there without a quote, to check that it is refused"),
      new Option("--discover", "tell, too, what it does where the interface is silent"),
      new Option("--repeat <n>", "rounds, for a soak (default: 1)"),
      new Option("--timeout <time>", "total deadline of one request (default: 30s)"),
    ),
    optionGroup(
      "Files:",
      new Option("--output <file>", "keep what --discover found, as a baseline"),
      new Option("--baseline <file>", "what has changed since this baseline differs"),
      new Option("--junit <file>", "write the results as JUnit XML"),
    ),
    optionGroup("Output:", jsonOption()),
  );
  return addExamples(command, [
    ["leadctl smoke --no-create", "without creating anything"],
    ["leadctl smoke --env staging", "all of it, with leads that stay there"],
    ["leadctl smoke --sandbox", "see what it does"],
  ]);
}

export function declareConfig(program: Command, done: Done): Command {
  const command = program
    .command("config")
    .description("Show the settings in force, where each came from, and what is wrong with them.")
    .action(async (flags) => {
      const { config } = await import("./config.ts");
      done(await config(flags, await loadContext()));
    });
  addOptions(command, placeOptions(), sendOptions(), optionGroup("Output:", jsonOption()));
  return addExamples(command, [
    ["leadctl config", "what submit would use; nothing is sent"],
    ["leadctl config --env production", "the same for another environment"],
  ]);
}

export function declareSandbox(program: Command, done: Done): Command {
  const command = program
    .command("sandbox")
    .description("Run the whole Lead Creation Service on this machine, to try and to rehearse.")
    .action(async (flags) => {
      const { runSandboxCommand } = await import("./sandbox.ts");
      done(await runSandboxCommand(flags));
    });
  const host = "address to listen on; anything but loopback needs --expose (default: 127.0.0.1)";
  addOptions(
    command,
    optionGroup(
      "Address:",
      new Option("--port <number>", "port to listen on (default: 0, which picks a free one)").default("0"),
      new Option("--host <address>", host),
      new Option("--expose", "let other machines reach it; without --host, on every address"),
      new Option("--base-url <url>", "base of the login links (default: its own address)"),
    ),
    optionGroup(
      "Accounts:",
      repeatable("--key <key>", "a key that is accepted; repeatable (default: one made at random)"),
      repeatable("--partner <name>", "a partner that is served; repeatable (default: any)"),
      repeatable("--user <email>", "an account that exists already; repeatable"),
    ),
    optionGroup(
      "Faults:",
      new Option("--latency <time>", "delay of every answer, as in 50ms or 50ms±20ms"),
      new Option("--rate-limit <rate>", "answer 429 above this rate, as in 20/s"),
      repeatable("--fault <kind=probability>", "a fault at random, as in 500-before=0.1; repeatable"),
      new Option("--seed <number>", "seed of the random faults, to have the same ones again"),
      new Option("--faults <file>", "a script of faults by e-mail and attempt, as JSON"),
    ),
    optionGroup(
      "Files:",
      new Option("--log <file>", "write one JSON line a request, without keys and tokens"),
    ),
  );
  return addExamples(command, [
    ["leadctl sandbox --port 8080", "until Ctrl-C; its key is shown"],
    ["leadctl sandbox --fault 500-before=0.1", "one answer in ten is a 500"],
  ]);
}

function repeatable(flags: string, description: string): Option {
  return new Option(flags, description).argParser((value: string, before: string[] | undefined) => [
    ...(before ?? []),
    value,
  ]);
}
