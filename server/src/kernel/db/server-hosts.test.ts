import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { afterFile } from '../../../test/after-file.ts'
import { asOwner } from './as-owner.ts'
import { isUnreachable } from './connection-errors.ts'
import { openDatabase } from './database.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { freePort } from './embedded-postgres-server.ts'
import { readHosts, withHost, withHostFirst, withLogin } from './server-hosts.ts'

const login = 'server:p%40ss%2Fw'
describe('an address of several hosts', () => {
  const url = `postgres://${login}@one:5432,[::1]:5433,three/atrium?sslmode=disable&target_session_attrs=primary`
  it('is an address for each', () => {
    expect(readHosts(url)).toEqual({
      urls: ['one:5432', '[::1]:5433', 'three'].map((host) => `postgres://${login}@${host}/atrium?sslmode=disable`),
      wants: 'primary',
    })
    expect(readHosts('postgres://a,b/atrium?target_session_attrs=any&sslmode=disable')).toEqual({
      urls: ['postgres://a/atrium?sslmode=disable', 'postgres://b/atrium?sslmode=disable'],
      wants: 'any',
    })
  })
  it('takes writes, unless it says otherwise', () => {
    expect(readHosts('postgres://one,two/atrium').wants).toBe('read-write')
    expect(readHosts('postgres://one/atrium').wants).toBe('any')
    expect(() => readHosts('postgres://one,two/atrium?target_session_attrs=standby')).toThrow('“standby”')
  })
  it('keeps its hosts with another login, and its database at another host', () => {
    expect(withLogin('postgresql://o:p@one,two:5433/atrium?a=b', 'serve', 's/')).toBe(
      'postgresql://serve:s%2F@one,two:5433/atrium?a=b',
    )
    expect(withHost(url, 'pool:6432')).toBe(`postgres://${login}@pool:6432/atrium?sslmode=disable`)
    expect(withHostFirst('postgres://o@one,two,three/a', 'postgres://o@two/a')).toBe('postgres://o@two,one,three/a')
  })
})

type Cluster = { host: string; port: string; sql(text: string): Promise<unknown>; stop(): Promise<void> }
let clusters: [Cluster, Cluster]
/** A cluster with the roles of a serving login and a table that tells it from the other. */
const startCluster = async (): Promise<Cluster> => {
  const folder = await mkdtemp(join(inject('folder'), 'hosts-'))
  const { url, stop } = await startEmbeddedPostgres({ folder, durable: false })
  afterFile(stop)
  const run = (text: string) => asOwner(url, (client) => client.query(text))
  await run(`create role atrium_company; create role atrium_platform; create role server login password 'p@ss/w';
    grant atrium_company, atrium_platform to server; create table written (n int); grant all on written to atrium_platform`)
  const { host, port } = new URL(url)
  return { host, port, sql: run, stop }
}
beforeAll(async () => {
  clusters = await Promise.all([startCluster(), startCluster()])
})
const name = 'postgres'
const urlOf = (...hosts: string[]) => `postgres://${login}@${hosts.join(',')}/${name}`
const readPort = `select current_setting('port') as port`
const open = (url: string) => {
  const database = openDatabase(url, 2)
  onTestFinished(database.close)
  const portOf = async () => (await database.statement({ text: readPort, values: [] })).rows[0].port
  return { ...database, portOf }
}
const setReadOnly = async (cluster: Cluster, on: boolean) => {
  await cluster.sql(`alter system set default_transaction_read_only = ${on}`)
  await cluster.sql('select pg_reload_conf()')
  const seen = () => cluster.sql('show default_transaction_read_only')
  await expect.poll(seen).toMatchObject({ rows: [{ default_transaction_read_only: on ? 'on' : 'off' }] })
}
const makeReadOnly = async (cluster: Cluster) => {
  await setReadOnly(cluster, true)
  onTestFinished(() => setReadOnly(cluster, false))
}
/** Writes once, and returns the port of the server that has the row. */
const write = (database: ReturnType<typeof open>) =>
  database.transact({ reach: 'platform' }, async (db) => {
    const { rows } = await sql<{
      port: string
    }>`insert into written values (1) returning current_setting('port') as port`.execute(db)
    return rows[0]?.port
  })

describe('of several hosts', () => {
  it('the owner and the pool work with the first that answers', async () => {
    const [first] = clusters
    const url = urlOf(`127.0.0.1:${await freePort()}`, first.host)
    expect(await asOwner(url, async (client) => (await client.query(readPort)).rows[0].port)).toBe(first.port)
    expect(await open(url).portOf()).toBe(first.port)
    expect(await asOwner(url, async (_, hostUrl) => hostUrl)).toBe(urlOf(first.host))
  })
  it('one that accepts connections and says nothing is passed over', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    onTestFinished(() => void silent.close())
    await new Promise((listening) => silent.once('listening', listening))
    const { port } = silent.address() as { port: number }
    const url = urlOf(`127.0.0.1:${port}`, clusters[0].host)
    const reached = asOwner(url, async (_, hostUrl) => hostUrl, { connectionTimeoutMillis: 3000 })
    expect(await reached).toBe(urlOf(clusters[0].host))
    const alone = asOwner(urlOf(`127.0.0.1:${port}`), async () => 1, { connectionTimeoutMillis: 200 })
    expect(isUnreachable(await alone.catch((error: unknown) => error))).toBe(true)
  })
  it('a wrong password is not tried at all of them', async () => {
    const url = urlOf(...clusters.map(({ host }) => host)).replace('p%40ss', 'wrong')
    await expect(asOwner(url, async () => 1)).rejects.toThrow('password authentication failed')
  })
  it('none that takes writes is an error that is waited for', async () => {
    const [first] = clusters
    await makeReadOnly(first)
    const error = await asOwner(urlOf(`127.0.0.1:${await freePort()}`, first.host), async () => 1).catch(
      (thrown: unknown) => thrown,
    )
    expect(error).toMatchObject({ message: `127.0.0.1:${first.port} 现在不是可写的数据库` })
    expect(isUnreachable(error)).toBe(true)
    expect(await open(`${urlOf(first.host)}?target_session_attrs=primary`).portOf()).toBe(first.port)
    expect(await open(`${urlOf(first.host)}?target_session_attrs=any`).portOf()).toBe(first.port)
  })
  it('one that is connected and becomes read-only gives way to the next, without an error', async () => {
    const [first, second] = clusters
    const database = open(urlOf(first.host, second.host))
    expect(await Promise.all([write(database), write(database)])).toEqual([first.port, first.port])
    await makeReadOnly(first)
    expect(await Promise.all([write(database), write(database)])).toEqual([second.port, second.port])
    expect(await write(open(urlOf(first.host, second.host)))).toBe(second.port)
  })
  it('one alone that is read-only refuses the write once', async () => {
    const [first] = clusters
    const database = open(urlOf(first.host))
    expect(await write(database)).toBe(first.port)
    await makeReadOnly(first)
    await expect(write(database)).rejects.toThrow('read-only transaction')
  })
  it('one that stops gives way to the next', async () => {
    const [first, second] = clusters
    const database = open(urlOf(first.host, second.host))
    expect(await write(database)).toBe(first.port)
    await first.stop()
    await expect.poll(() => write(database)).toBe(second.port)
    expect(await database.portOf()).toBe(second.port)
  })
})
