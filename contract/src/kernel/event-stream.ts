import * as z from 'zod/mini'

/** One open stream, as whoever speaks on it sees it. */
export type StreamEnds = { send(event: string, data: unknown): void; end(): void }
/** What a handler of a `stream` endpoint returns: called once with the open stream. Out: what to do when it is closed. */
export type EventStream = (ends: StreamEnds) => () => void
export const eventStream = z.custom<EventStream>()
