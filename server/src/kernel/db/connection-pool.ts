import pg from 'pg'

export type ConnectionPool = {
  /** Waits three seconds at most for a connection. Rejects with a connection error when none was free or made by then. */
  connect(): Promise<pg.PoolClient>
  /** Replaces every connection made before this one was suspected: idle ones now, busy ones when they are released. */
  renew(suspect: pg.PoolClient): void
  isBusy(): boolean
  waiting(): number
  close(): Promise<void>
}

/**
 * A pool whose connections can be replaced all at once, for when the network or the database went away without closing them.
 * @param onLost hears of each connection that breaks, busy or idle
 */
export const openConnections = (config: pg.PoolConfig, onLost: (error: Error) => void): ConnectionPool => {
  const homes = new WeakMap<pg.PoolClient, pg.Pool>()
  const closing: Promise<void>[] = []
  const open = () => {
    const pool = new pg.Pool({ connectionTimeoutMillis: 3000, keepAlive: true, ...config })
    pool.on('connect', (client) => {
      homes.set(client, pool)
      // A busy connection has no listener of the pool's, and an error event without one ends the process.
      client.on('error', onLost)
    })
    // The client's own listener has told of it.
    pool.on('error', () => undefined)
    return pool
  }
  let pool = open()
  return {
    async connect() {
      for (;;) {
        const asked = pool
        try {
          return await asked.connect()
        } catch (error) {
          // A pool that was replaced serves nobody who still waits.
          if (asked === pool) throw error
        }
      }
    },
    renew(suspect) {
      if (homes.get(suspect) !== pool) return
      closing.push(pool.end())
      pool = open()
    },
    isBusy: () => pool.totalCount > pool.idleCount,
    waiting: () => pool.waitingCount,
    close: async () => {
      await Promise.all([...closing, pool.end()])
    },
  }
}
