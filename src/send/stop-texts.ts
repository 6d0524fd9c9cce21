/**
 * Why a round stops, by its code, and what to do about it: what can be said without the parameters of the case, and so may be
 * shared.
 */
export const STOP_TEXTS = {
  "files-exhausted": [
    "This computer lets leadctl open no more files and connections",
    "Allow more (as by ulimit -n 4096), or send with a lower --concurrency.",
  ],
  "host-not-found": [
    "The service's host name cannot be found",
    "Check --base-url, and that this machine is online.",
  ],
  interrupted: ["Stopped by hand", ""],
  journal: ["The run's journal could not be written", "Make room on the disk."],
  "no-definite-answer": [
    "The first leads got no definite answer, so no other was sent",
    "Tell the service's owner what it answers.",
  ],
  "no-progress": [
    "No lead was settled for ten minutes",
    "Check that the service is running, and that it lets you send now.",
  ],
  "not-sent": [
    "There was no connection to the service",
    "Check --base-url, and that this network lets you reach it.",
  ],
  "not-the-service": [
    "The address answered with something that is no JSON, so no other lead was sent",
    "Check --base-url: a web page or a login page of the network may answer there.",
  ],
  "nothing-listens": [
    "Nothing answered at the service's address (connection refused)",
    "Check --base-url, and that the service is running.",
  ],
  plan: ["The run's plan could not be read", "Check the disk."],
  "proxy-refused": [
    "The proxy refused the connection to the service",
    "Ask whoever runs the proxy whether it lets you through to the service.",
  ],
  "proxy-unreachable": ["The proxy cannot be reached", "Check HTTPS_PROXY, and that the proxy runs."],
  redirected: [
    "A lead got a redirect, which is never followed",
    "Ask the service's owner which address takes leads.",
  ],
  "retry-after": [
    "The service asks to wait for longer than a run waits",
    "Ask the service's owner when it takes leads again.",
  ],
  "same-answer": [
    "Three leads got one and the same quote, each on a connection of its own: something answers in the service's place",
    "Look for a cache or a proxy in front of the service. Where it is a mock that answers all alike, say so with --repeated-ids.",
  ],
  "service-unwell": [
    "The service stopped taking leads, and did not recover within some minutes",
    "Check that the service is running.",
  ],
  "tls-refused": [
    "The server's certificate was refused",
    "Check the address. For a company's own certificate authority set NODE_EXTRA_CA_CERTS.",
  ],
  unanswered: [
    "The first leads were sent and not answered, so no other was sent",
    "Ask the service's owner what happened to them.",
  ],
  unauthorized: [
    "The service refused the key (401)",
    "Check LEADCTL_API_KEY, and that it belongs to this environment and partner.",
  ],
  "wrong-target": [
    "The address does not take leads",
    "Check --base-url and --partner. If both are right, ask the service's owner.",
  ],
} as const;

export type StopCode = keyof typeof STOP_TEXTS;

export function isStopCode(code: string): code is StopCode {
  return Object.hasOwn(STOP_TEXTS, code);
}
