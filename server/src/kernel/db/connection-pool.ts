import pg from 'pg'

export type ConnectionPool = {
  /** Waits up to three seconds for a connection. Rejects with a connection error if none becomes free. */
  connect(): Promise<pg.PoolClient>
  /** Replaces all connections opened before the suspect one was: idle ones now, busy ones on release. */
  renew(suspect: pg.PoolClient): void
  isBusy(): boolean
  waiting(): number
  close(): Promise<void>
}

/**
 * A pool whose connections can be replaced together, after the network or the database dropped them without closing.
 * @param onLost called for each connection that breaks, busy or idle
 */
export const openConnections = (config: pg.PoolConfig, onLost: (error: Error) => void): ConnectionPool => {
  const poolOf = new WeakMap<pg.PoolClient, pg.Pool>()
  const closing: Promise<void>[] = []
  const open = () => {
    const pool = new pg.Pool({ connectionTimeoutMillis: 3000, keepAlive: true, ...config })
    pool.on('connect', (client) => {
      poolOf.set(client, pool)
      // The pool does not listen to busy connections, and an unhandled error event would end the process.
      client.on('error', onLost)
    })
    // Already reported by the client's own listener.
    pool.on('error', () => undefined)
    return pool
  }
  let pool = open()
  return {
    async connect() {
      for (;;) {
        const current = pool
        try {
          return await current.connect()
        } catch (error) {
          // A replaced pool no longer serves waiting callers.
          if (current === pool) throw error
        }
      }
    },
    renew(suspect) {
      if (poolOf.get(suspect) !== pool) return
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
