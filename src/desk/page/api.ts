/** What went wrong, in words of the server's. */
export class ApiError extends Error {
  readonly code: string;
  /** What the person should do next, as a sentence; may be empty. */
  readonly hint: string;
  /** Whether it would be refused again: as it is asked for, it cannot be done. */
  readonly isRefused: boolean;
  /** What else the server says of it. */
  readonly document: Readonly<Record<string, unknown>>;

  constructor(
    {
      code,
      message,
      hint,
      ...document
    }: { code: string; message: string; hint: string; [key: string]: unknown },
    isRefused = false,
  ) {
    super(message);
    this.isRefused = isRefused;
    this.code = code;
    this.hint = hint;
    this.document = document;
  }
}

/** @throws ApiError */
export function get<T>(path: string): Promise<T> {
  return request(path, { method: "GET" });
}

/** @throws ApiError */
export function post<T>(path: string, body: unknown = {}): Promise<T> {
  const headers = { "content-type": "application/json" };
  return request(path, { method: "POST", headers, body: JSON.stringify(body) });
}

/**
 * Sends a file's bytes.
 *
 * @throws ApiError
 */
export function upload<T>(path: string, file: Blob): Promise<T> {
  return request(path, {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: file,
  });
}

/** Removes something. @throws ApiError */
export function remove<T>(path: string): Promise<T> {
  return request(path, { method: "DELETE" });
}

/**
 * Turns the token of the opened address into a cookie, and takes it out of the address and of the history.
 *
 * @returns Why that could not be done.
 */
export async function openSession(): Promise<ApiError | undefined> {
  const [, token] = /^#token=(.+)$/.exec(location.hash) ?? [];
  if (token === undefined) return undefined;
  history.replaceState(null, "", "#/");
  try {
    await post("/api/session", { token });
  } catch (error) {
    // Who opens the address again has the cookie already.
    return get("/api/state").then(
      () => undefined,
      () => error as ApiError,
    );
  }
  return undefined;
}

async function request<T>(path: string, init: RequestInit): Promise<T> {
  const asked = fetch(path, { ...init, credentials: "same-origin" });
  // An answer that breaks off is none.
  const [status, answer] = await asked
    .then(async (response) => [response.status, await response.json()] as const)
    .catch(() => {
      throw new ApiError({
        code: "no-server",
        message: "The desk does not answer.",
        hint: "It may have been ended. Start it again: what was saved is there.",
      });
    });
  if (status >= 400) throw new ApiError(answer.error, status === 400 || status === 413);
  return answer as T;
}
