import pg from 'pg'
import { joinTold, tell } from '../texts/operator-language.ts'
import { isUnreachable } from './connection-errors.ts'

/** What a server must be to be worked with, as libpq calls it. */
const wanted = ['any', 'read-write', 'primary'] as const
type Wanted = (typeof wanted)[number]
type Hosts = {
  /** An address for each host. */
  urls: readonly string[]
  wants: Wanted
}

const parts = /^(?<before>\w+:\/\/(?:[^/?#]*@)?)(?<hosts>[^/?#]*)(?<after>.*)$/
const attribute = /(?<=[?&])target_session_attrs=(?<value>[^&]*)&?/
const split = (url: string) => {
  const { before = '', hosts = '', after = '' } = parts.exec(url)?.groups ?? {}
  return { before, hosts, after }
}
/** What follows the hosts, as node-postgres knows it. */
const withoutAttribute = (after: string) => after.replace(attribute, '').replace(/[?&]$/, '')

/**
 * The hosts of a database's address in libpq's form: `postgres://login@first:5432,second:5433/name`. Of several, one
 * must take writes unless `target_session_attrs` says otherwise: what is found while a primary is away may be a standby.
 * @throws an Error for the operator if that is not what the product can work with
 */
export const readHosts = (url: string): Hosts => {
  const { before, hosts, after } = split(url)
  const said = attribute.exec(after)?.groups?.value
  const names = hosts.split(',')
  if (said === undefined && names.length < 2) return { urls: [url], wants: 'any' }
  const wants = wanted.find((each) => each === (said ?? 'read-write'))
  if (wants === undefined)
    throw new Error(
      tell('数据库地址中的 target_session_attrs 只能是 {wanted}，现在是“{said}”', {
        wanted: joinTold(wanted, '、'),
        said,
      }),
    )
  const rest = withoutAttribute(after)
  return { urls: names.map((host) => before + host + rest), wants }
}

/** The address of the same database and hosts with another login. */
export const withLogin = (url: string, name: string, password: string): string => {
  const { before, hosts, after } = split(url)
  const [protocol] = before.split('//')
  return `${protocol}//${encodeURIComponent(name)}:${encodeURIComponent(password)}@${hosts}${after}`
}

/** The address of another database on the same hosts. */
export const withDatabase = (url: string, name: string): string => {
  const { before, hosts, after } = split(url)
  const [, query = ''] = /^[^?]*(\?.*)?$/.exec(after) ?? []
  return `${before}${hosts}/${encodeURIComponent(name)}${query}`
}

/** The address of the same database at one other host, whose state is not asked: the one that a pooler leads to is the pooler's. */
export const withHost = (url: string, host: string): string => {
  const { before, after } = split(url)
  return before + host + withoutAttribute(after)
}

/** The same address with one of its hosts first, which is tried first from then on. */
export const withHostFirst = (url: string, first: string): string => {
  const { before, hosts, after } = split(url)
  const { hosts: host } = split(first)
  const others = hosts.split(',').filter((each) => each !== host)
  return before + [host, ...others].join(',') + after
}

/** A server that is no such one as is wanted; counts as one that cannot be reached. */
const unsuitable = ({ host, port }: pg.Client, wants: Wanted) =>
  Object.assign(
    new Error(
      wants === 'primary'
        ? tell('{host}:{port} 现在不是主库', { host, port })
        : tell('{host}:{port} 现在不是可写的数据库', { host, port }),
    ),
    {
      code: 'ECONNUNSUITABLE',
    },
  )
const assertSuitable = async (client: pg.Client, wants: Wanted) => {
  if (wants === 'any') return
  const { rows } = await client.query<{ standby: boolean; readonly: string }>(
    `select pg_is_in_recovery() as standby, current_setting('transaction_read_only') as readonly`,
  )
  const { standby = true, readonly = 'on' } = rows[0] ?? {}
  if (standby || (wants === 'read-write' && readonly === 'on')) throw unsuitable(client, wants)
}

/**
 * Connects a client to the first host that can be worked with. Takes the database's address and client options.
 * @returns the client, and the address of the host that it is connected to
 * @throws the last host's error, and one that another host would give too (a wrong password) at once
 */
export const connectToHost = async (url: string, options: pg.ClientConfig = {}) => {
  const { urls, wants } = readHosts(url)
  const patience = urls.length > 1 ? { connectionTimeoutMillis: 5000 } : {}
  for (const [at, connectionString] of urls.entries()) {
    const client = new pg.Client({ connectionString, ...patience, ...options })
    // The statement in progress reports a broken connection; an unhandled error event would end the process.
    client.on('error', () => undefined)
    try {
      await client.connect()
      await assertSuitable(client, wants)
      return { client, url: connectionString }
    } catch (error) {
      await client.end().catch(() => undefined)
      if (at === urls.length - 1 || !isUnreachable(error)) throw error
    }
  }
  throw new Error('no host')
}

type HostClients = {
  Client: new (options?: pg.ClientConfig) => pg.Client
  count: number
  /** Number of the host that new clients connect to. */
  current(): number
}

/**
 * The class of a pool's clients: each connects to the host that answered last, and a failure leads the next ones to the next
 * host.
 */
export const clientsOf = (url: string): HostClients => {
  const { urls, wants } = readHosts(url)
  let current = 0
  class HostClient extends pg.Client {
    readonly #at: number
    constructor(options: pg.ClientConfig = {}) {
      super({ ...options, connectionString: urls[current] })
      // The pool listens once it has been given the connection, and an unhandled error event would end the process.
      this.on('error', () => undefined)
      this.#at = current
    }
    async #connect() {
      try {
        await super.connect()
        await assertSuitable(this, wants)
      } catch (error) {
        if (this.#at === current && isUnreachable(error)) current = (current + 1) % urls.length
        await this.end().catch(() => undefined)
        throw error
      }
      return this
    }
    override connect(): Promise<this>
    override connect(callback: (error: Error | null) => void): void
    override connect(callback?: (error: Error | null) => void): Promise<this> | undefined {
      const connected = this.#connect()
      if (callback === undefined) return connected
      connected.then(() => callback(null), callback)
    }
  }
  return {
    Client: HostClient,
    count: urls.length,
    current: () => current,
  }
}
