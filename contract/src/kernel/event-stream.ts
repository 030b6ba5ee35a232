import * as z from 'zod/mini'

/**
 * A kind of event for open consoles. An event is a hint that something changed: it may arrive again after a gap, so
 * listeners refetch instead of counting. Everyone in the audience reads its data, so it holds ids and never secrets.
 */
export type Topic<D extends z.ZodMiniType = z.ZodMiniType> = { readonly name: string; readonly data: D }
export type TopicData<T extends Topic> = z.output<T['data']>

/**
 * Declares a topic.
 * @param name - the event's name on the wire, for example `notices`
 */
export const defineTopic = <const D extends z.ZodMiniType>(name: string, data: D): Topic<D> => ({ name, data })

/** Events may have been missed, more than can be repeated: listeners of all topics refetch. */
export const gap = defineTopic('gap', z.object({}))

/** The sending side of an open event stream. */
export type OpenStream = {
  send(event: string, data: unknown): void
  /** Everything up to this position has been sent. A stream resumes behind it by `Last-Event-ID`. */
  mark(position: string): void
  end(): void
}
/** Reply of a `stream` endpoint: called once with the open stream; returns the function to call when it closes. */
export type EventStream = (ends: OpenStream) => () => void
export const eventStream = z.custom<EventStream>()
