import { Redis } from 'ioredis'

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

/** In: the Redis server's address, empty for a single node; and where to tell of trouble. Never throws afterwards. */
export const createAnnouncements = (redisUrl: string, onError: (error: Error) => void): Announcements => {
  if (redisUrl === '') return { tell: () => undefined, hear: () => undefined, close: () => undefined }
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
