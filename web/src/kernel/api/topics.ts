import type { Endpoint, RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { gap, type Topic, type TopicData } from '@atrium/contract/kernel/event-stream.ts'
import { listen } from './event-stream.ts'
import type { WireRequest } from './send.ts'

type Listener = (data: unknown) => void
const listeners = new Map<string, Set<Listener>>()
const call = (topic: string, data: unknown) => {
  for (const listener of listeners.get(topic) ?? []) listener(data)
}
const dispatch = (topic: string, data: unknown) => {
  if (topic !== gap.name) call(topic, data)
  else for (const each of listeners.keys()) call(each, undefined)
}

/**
 * Calls the listener for each event of a topic, and with `undefined` when some may have been missed. Events may repeat.
 * @returns a function that unsubscribes
 */
export const subscribe = <T extends Topic>(
  { name }: T,
  listener: (data: TopicData<T> | undefined) => void,
): (() => void) => {
  // The server publishes what the topic declares.
  const own = listener as Listener
  const subscribed = listeners.get(name) ?? new Set()
  listeners.set(name, subscribed.add(own))
  return () => void subscribed.delete(own)
}

/**
 * Keeps the tab's one event stream open while the tab is visible; a hidden tab catches up when it is shown again.
 * `request` is evaluated per connection.
 * @returns a function that closes it
 */
export const openTopics = <E extends Endpoint>(
  endpoint: E,
  request: () => RequestOf<E> & Pick<WireRequest, 'query'>,
): (() => void) => {
  let connection: AbortController | undefined
  const reconnect = () => {
    connection?.abort()
    connection = new AbortController()
    if (!document.hidden) void listen(endpoint, request, connection.signal, dispatch)
  }
  reconnect()
  document.addEventListener('visibilitychange', reconnect)
  return () => {
    document.removeEventListener('visibilitychange', reconnect)
    connection?.abort()
  }
}
