/** Time as the policies see it: passed in, so that tests and the simulation run without waiting. */
export interface Clock {
    /** Monotonic milliseconds; only differences mean anything. */
    now(): number;
    /** The wall clock, for people and for HTTP dates; never for durations. */
    date(): Date;
    /** Resolves when the time is over or the signal aborts, whichever is first; never rejects. */
    sleep(durationMs: number, signal?: AbortSignal): Promise<void>;
    /** Does something when the time is over, unless it is called off by what is returned. Much cheaper than a sleep. */
    after(durationMs: number, action: () => void): () => void;
}
export declare const systemClock: Clock;
/** The wall clock as ISO 8601. Remembers its last answer: at full speed, twenty records and more share a millisecond. */
export declare function timestamp(clock: Clock): string;
