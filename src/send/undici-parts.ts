/*
 * What sending takes of undici, by the files that it lies in: its index loads five times as many, for `fetch`, caches and
 * mocks among others, and takes more than twice as long. A release of undici may move them: the version is pinned.
 */

// @ts-expect-error: undici has types for its index alone.
import connect from "undici/lib/core/connect.js";
// @ts-expect-error: see above.
import client from "undici/lib/dispatcher/client.js";

export const Client: typeof import("undici").Client = client;
export const buildConnector: typeof import("undici").buildConnector = connect;
