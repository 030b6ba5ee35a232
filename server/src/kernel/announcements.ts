/**
 * Short messages between nodes, such as "drop this user from the cache". Only an accelerator: a node that misses one
 * reads the database again when its cache expires (decision 17).
 */
export type Announcements = {
  publish(message: string): void
  subscribe(listener: (message: string) => void): void
  close(): void
}

const channel = 'atrium'
const connecting = { lazyConnect: true, maxRetriesPerRequest: 0, enableOfflineQueue: false } as const

/** For a single node. */
export const noAnnouncements: Announcements = {
  publish: () => undefined,
  subscribe: () => undefined,
  close: () => undefined,
}

/** Connects to Redis. Takes its address, empty for a single node; errors go to `onError`, later calls never throw. */
export const connectAnnouncements = async (
  redisUrl: string,
  onError: (error: Error) => void,
): Promise<Announcements> => {
  if (redisUrl === '') return noAnnouncements
  // Loaded on demand: a single node needs no client in memory.
  const { Redis } = await import('ioredis')
  const publisher = new Redis(redisUrl, connecting)
  const subscriber = new Redis(redisUrl, { ...connecting, enableOfflineQueue: true, maxRetriesPerRequest: null })
  for (const connection of [publisher, subscriber]) {
    connection.on('error', onError)
    connection.connect().catch(onError)
  }
  subscriber.subscribe(channel).catch(onError)
  return {
    publish: (message) => void publisher.publish(channel, message).catch(onError),
    subscribe: (listener) => void subscriber.on('message', (_, message) => listener(message)),
    close() {
      publisher.disconnect()
      subscriber.disconnect()
    },
  }
}
