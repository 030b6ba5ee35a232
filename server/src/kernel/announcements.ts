/**
 * Short words from node to node: "forget what you believe of this person". An accelerator only: whoever misses one
 * still learns the truth from the database within the bound that every belief has.
 */
export type Announcements = {
  tell(word: string): void
  hear(listener: (word: string) => void): void
  close(): void
}

const channel = 'atrium'
const connecting = { lazyConnect: true, maxRetriesPerRequest: 0, enableOfflineQueue: false } as const

/** A single node has nobody to talk to. */
export const noAnnouncements: Announcements = { tell: () => undefined, hear: () => undefined, close: () => undefined }

/** In: the Redis server's address, empty for a single node; and where to tell of trouble. Never throws afterwards. */
export const connectAnnouncements = async (
  redisUrl: string,
  onError: (error: Error) => void,
): Promise<Announcements> => {
  if (redisUrl === '') return noAnnouncements
  // A single node need not hold the client in memory.
  const { Redis } = await import('ioredis')
  const speaker = new Redis(redisUrl, connecting)
  const listener = new Redis(redisUrl, { ...connecting, enableOfflineQueue: true, maxRetriesPerRequest: null })
  for (const connection of [speaker, listener]) {
    connection.on('error', onError)
    connection.connect().catch(onError)
  }
  listener.subscribe(channel).catch(onError)
  return {
    tell: (word) => void speaker.publish(channel, word).catch(onError),
    hear: (heard) => void listener.on('message', (_, word) => heard(word)),
    close() {
      speaker.disconnect()
      listener.disconnect()
    },
  }
}
