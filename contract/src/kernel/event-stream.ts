import * as z from 'zod/mini'

/** The sending side of an open event stream. */
export type OpenStream = { send(event: string, data: unknown): void; end(): void }
/** Reply of a `stream` endpoint: called once with the open stream; returns the function to call when it closes. */
export type EventStream = (ends: OpenStream) => () => void
export const eventStream = z.custom<EventStream>()
