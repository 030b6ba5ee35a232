import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { asOwner } from '../../src/kernel/db/as-owner.ts'
import { freePort } from '../../src/kernel/db/embedded-postgres-server.ts'
import { databaseUrl } from '../database-url.ts'
import { testSecretKey } from '../harness.ts'
import { createPlainOwner } from '../plain-owner.ts'
import { type Product, startProduct } from './product.ts'

/** Longer than what is due each minute and what a start does. */
const seconds = 90
/** Transactions a second of a node. */
const most = 3

const folder = mkdtempSync(join(tmpdir(), 'atrium-idle-'))
const name = `test_${randomBytes(6).toString('hex')}`
let ownerUrl: string
let product: Product | undefined
beforeAll(async () => {
  const serverUrl = await createPlainOwner(inject('superuserUrl'))
  await asOwner(serverUrl, (client) => client.query(`create database ${name}`))
  ownerUrl = databaseUrl(serverUrl, name)
})
afterAll(async () => {
  product?.process.kill('SIGKILL')
  await product?.ended
  await asOwner(inject('superuserUrl'), (client) => client.query(`drop database if exists ${name} with (force)`))
  rmSync(folder, { recursive: true, force: true })
})

const countTransactions = async () => {
  const { rows } = await asOwner(inject('superuserUrl'), (client) =>
    client.query('select xact_commit + xact_rollback as n from pg_stat_database where datname = $1', [name]),
  )
  return Number(rows[0].n)
}

it(`takes at most ${most} transactions a second while nothing happens`, { timeout: 240_000 }, async () => {
  product = await startProduct(folder, await freePort(), { DATABASE_URL: ownerUrl, SECRET_KEY: testSecretKey })
  await sleep(seconds * 1000)
  const before = await countTransactions()
  await sleep(seconds * 1000)
  const perSecond = ((await countTransactions()) - before) / seconds
  process.stdout.write(`idle node: ${perSecond.toFixed(2)} transactions a second\n`)
  expect(perSecond).toBeLessThanOrEqual(most)
})
