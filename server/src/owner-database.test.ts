import { expect, inject, it } from 'vitest'
import { databaseUrl } from '../test/database-url.ts'
import { lateDatabase } from '../test/late-database.ts'
import { readConfig } from './config/config.ts'
import { ownerDatabase } from './owner-database.ts'

/** Waits briefly for the database at an address. */
const waitFor = (url: string, mostMs = 60_000, onWait: (message: string) => void = () => undefined) => {
  const stopping = new AbortController()
  const config = readConfig({ DATABASE_URL: url }, '/srv')
  const patience = { signal: stopping.signal, onWait, mostMs, pauseMs: 20 }
  return { stopping, opened: ownerDatabase(config, () => undefined, patience) }
}

it('is waited for until it is there', async () => {
  const { url, arrives } = await lateDatabase()
  const said: string[] = []
  const { opened } = waitFor(url, undefined, (message) => said.push(message))
  await expect.poll(() => said.length).toBeGreaterThan(1)
  arrives()
  expect((await opened).url).toBe(url)
  expect(said[0]).toMatch(/^还连接不上数据库，.*ECONNREFUSED/)
})

it('is not waited for longer than it is said', async () => {
  const { url } = await lateDatabase()
  await expect(waitFor(url, 50).opened).rejects.toThrow(/^连接不上 DATABASE_URL 指定的数据库：等了 .*ECONNREFUSED/)
})

it('is not waited for by a process that is told to stop', async () => {
  const { url } = await lateDatabase()
  const said: string[] = []
  const { opened, stopping } = waitFor(url, undefined, (message) => said.push(message))
  await expect.poll(() => said.length).toBeGreaterThan(0)
  stopping.abort()
  await expect(opened).rejects.toThrow('aborted')
})

it('is not waited for where waiting mends nothing', async () => {
  const missing = waitFor(databaseUrl(inject('serverUrl'), 'no_such_database'))
  await expect(missing.opened).rejects.toThrow('no_such_database')
})
