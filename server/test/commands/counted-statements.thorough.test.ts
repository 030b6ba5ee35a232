import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { asOwner } from '../../src/kernel/db/as-owner.ts'
import { startEmbeddedPostgres } from '../../src/kernel/db/embedded-postgres.ts'
import { freePort } from '../../src/kernel/db/embedded-postgres-server.ts'
import { afterFile } from '../after-file.ts'
import { createEmptyDatabase, newFolder } from '../backup-stage.ts'
import { runCommand, signInTo, startProduct } from '../crash/product.ts'
import { testSecretKey } from '../harness.ts'

const extension = 'create extension pg_stat_statements'
const title = '耗时最多的语句'

it('statements are shown where pg_stat_statements is loaded and may be read', { timeout: 180_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-test-'))
  const start = () => startEmbeddedPostgres({ folder, durable: false })
  let server = await start()
  // After the databases on it, which are made later.
  afterFile(async () => {
    await server.stop()
    await rm(folder, { recursive: true })
  })
  const run = (url: string, ...statements: string[]) =>
    asOwner(url, async (client) => {
      for (const statement of statements) await client.query(statement)
    })
  await run(server.url, extension, 'drop extension pg_stat_statements')
  const before = { folder: await newFolder('before'), url: await createEmptyDatabase(server.url) }
  const status = ({ url }: { url: string }) =>
    runCommand(before.folder, 'status', [], { DATABASE_URL: url, SECRET_KEY: testSecretKey })
  const serve = async (url: string) => {
    const env = { DATABASE_URL: url, SECRET_KEY: testSecretKey }
    const product = await startProduct(before.folder, await freePort(), env)
    await signInTo(product)
    product.process.kill('SIGTERM')
    await product.ended
  }
  await serve(before.url)
  await run(before.url, extension)
  // The extension is there, and its library is not loaded.
  const unloaded = await status(before)
  expect(unloaded).toMatchObject({ code: 0, output: expect.not.stringContaining(title) })
  await run(server.url, `alter system set shared_preload_libraries = 'pg_stat_statements'`)
  const name = new URL(before.url).pathname
  await server.stop()
  server = await start()
  const after = { url: new URL(name, server.url).toString() }
  await serve(after.url)
  await run(after.url, 'grant pg_read_all_stats to atrium_platform')
  const { code, output } = await status(after)
  const shown = output.slice(output.indexOf(title)).split('\n').slice(1, 11)
  expect({ code, shown }).toMatchObject({ code: 0, shown: Array(10).fill(expect.stringMatching(/^ {2}共 .* 次 /)) })
  expect(output).not.toMatch(/insufficient privilege|Crash#2026x/)
})
