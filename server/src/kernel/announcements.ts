/**
 * Short messages between nodes, such as "drop this user from the cache". Only an accelerator: a node that misses one
 * reads the database again when its cache expires (decision 17).
 */
export type Announcements = {
  publish(message: string): void
  subscribe(listener: (message: string) => void): void
  /** What has been published since the start; undefined for a single node. */
  usage(): AnnouncementUsage | undefined
  close(): void
}
export type AnnouncementUsage = { sent: number; failed: number; isAway: boolean }
/** Each is one line of the log, however often it was tried to connect. */
export type AnnouncementEvents = { onAway(err: Error): void; onBack(away: { seconds: number }): void }

const channel = 'atrium'
const connecting = { lazyConnect: true, maxRetriesPerRequest: 0, enableOfflineQueue: false } as const

/** For a single node. */
export const noAnnouncements: Announcements = {
  publish: () => undefined,
  subscribe: () => undefined,
  usage: () => undefined,
  close: () => undefined,
}

/** Tells of changes alone: each attempt to connect again fails too. */
const createState = ({ onAway, onBack }: Partial<AnnouncementEvents>) => {
  let awaySince: number | undefined
  return {
    isAway: () => awaySince !== undefined,
    failed(error: Error) {
      if (awaySince === undefined) onAway?.(error)
      awaySince ??= performance.now()
    },
    ready() {
      if (awaySince === undefined) return
      onBack?.({ seconds: Math.round((performance.now() - awaySince) / 100) / 10 })
      awaySince = undefined
    },
  }
}

/** Connects to Redis. Takes its address, empty for a single node, and what hears of its state; later calls never throw. */
export const connectAnnouncements = async (
  redisUrl: string,
  events: Partial<AnnouncementEvents> = {},
): Promise<Announcements> => {
  if (redisUrl === '') return noAnnouncements
  // Loaded on demand: a single node needs no client in memory.
  const { Redis } = await import('ioredis')
  const publisher = new Redis(redisUrl, connecting)
  const subscriber = new Redis(redisUrl, { ...connecting, enableOfflineQueue: true, maxRetriesPerRequest: null })
  const { isAway, failed, ready } = createState(events)
  const both = [publisher, subscriber]
  const isConnected = () => both.every(({ status }) => status === 'ready')
  for (const connection of both) {
    connection.on('error', failed)
    connection.on('ready', () => isConnected() && ready())
    connection.connect().catch(failed)
  }
  subscriber.subscribe(channel).catch(failed)
  const counts = { sent: 0, failed: 0 }
  return {
    publish(message) {
      publisher.publish(channel, message).then(
        () => {
          counts.sent += 1
          if (isConnected()) ready()
        },
        (error: Error) => {
          counts.failed += 1
          // Without a connection, the attempts to make one tell.
          if (isConnected()) failed(error)
        },
      )
    },
    subscribe: (listener) => void subscriber.on('message', (_, message) => listener(message)),
    usage: () => ({ ...counts, isAway: isAway() }),
    close() {
      publisher.disconnect()
      subscriber.disconnect()
    },
  }
}
