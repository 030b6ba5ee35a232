import pg from 'pg'
import { clientsOf } from './server-hosts.ts'

export type PoolUsage = { size: number; open: number; busy: number; waiting: number }
export type ConnectionPool = {
  /** Waits up to three seconds for a connection. Rejects with a connection error if none becomes free. */
  connect(): Promise<pg.PoolClient>
  /** Replaces all connections opened before the suspect one was: idle ones now, busy ones on release. */
  renew(suspect: pg.PoolClient): void
  isBusy(): boolean
  /** Connections open and in use, and callers that wait for one. */
  usage(): PoolUsage
  /** Whether there are several hosts, one of which may take the place of another. */
  hasOtherHosts: boolean
  close(): Promise<void>
}

/**
 * A pool whose connections can be replaced together, after the network or the database dropped them without closing. Takes
 * the database's address, of one host or several, and the pool's options.
 * @param onLost called for each connection that breaks, busy or idle
 */
export const openConnections = (url: string, config: pg.PoolConfig, onLost: (error: Error) => void): ConnectionPool => {
  const hosts = clientsOf(url)
  const poolOf = new WeakMap<pg.PoolClient, pg.Pool>()
  const closing: Promise<void>[] = []
  const open = () => {
    const pool = new pg.Pool({ connectionTimeoutMillis: 3000, keepAlive: true, ...config, Client: hosts.Client })
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
      for (let hostsTried = 1; ; ) {
        const [current, host] = [pool, hosts.current()]
        try {
          return await current.connect()
        } catch (error) {
          // A replaced pool no longer serves waiting callers.
          if (current !== pool) continue
          if (hosts.current() === host || hostsTried >= hosts.count) throw error
          hostsTried += 1
        }
      }
    },
    renew(suspect) {
      if (poolOf.get(suspect) !== pool) return
      closing.push(pool.end())
      pool = open()
    },
    isBusy: () => pool.totalCount > pool.idleCount,
    usage: () => ({
      size: pool.options.max,
      open: pool.totalCount,
      busy: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }),
    hasOtherHosts: hosts.count > 1,
    close: async () => {
      await Promise.all([...closing, pool.end()])
    },
  }
}
