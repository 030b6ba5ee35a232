import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, it, onTestFinished } from 'vitest'
import { asOwner } from '../../src/kernel/db/as-owner.ts'
import { freePort } from '../../src/kernel/db/embedded-postgres-server.ts'
import { createSecrets, keyFingerprint } from '../../src/kernel/secrets.ts'
import { runCommand, startProduct } from '../crash/product.ts'
import { testSecretKey } from '../harness.ts'
import { createTestDatabase } from '../test-database.ts'

const next = 'k9Zp3vQm7Xr2Lw8Tn5Yb4Hc6Jd1Fs0Ga'
const values = 3000

it('rotates the key of two nodes that serve, through a kill', { timeout: 300_000 }, async () => {
  const folder = await mkdtemp(join(inject('folder'), 'key-'))
  const { ownerUrl: url } = await createTestDatabase()
  const nodeWith = async (keys: Record<string, string>) => {
    const node = await startProduct(folder, await freePort(), { DATABASE_URL: url, ...keys })
    onTestFinished(() => void node.process.kill('SIGKILL'))
    return node
  }
  const atrium = (word: string, args: string[], keys: Record<string, string>) =>
    runCommand(folder, word, args, { DATABASE_URL: url, ...keys })

  const old = await nodeWith({ SECRET_KEY: testSecretKey })
  const { seal } = createSecrets(testSecretKey)
  const sealed = Array.from({ length: values }, (_, at) => seal(`number ${at}`))
  await asOwner(url, (client) =>
    client.query(
      `insert into oidc_keys (id, sealed, created_at) select gen_random_uuid(), each, now() from unnest($1::text[]) each`,
      [sealed],
    ),
  )
  const both = { SECRET_KEY: next, SECRET_KEY_PREVIOUS: testSecretKey }
  const nodes = [await nodeWith(both), await nodeWith(both)]

  const program = join(import.meta.dirname, '../../src/atrium.ts')
  const env = { PATH: process.env.PATH, DATA_DIR: folder, DATABASE_URL: url, ...both }
  const killed = spawn(process.execPath, [program, 'key', 'rotate'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  await once(killed.stdout, 'data')
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  // It has turned the database: a node with the previous key alone ends by itself.
  expect(await old.ended).toBe(1)

  expect(await atrium('key', ['rotate'], both)).toMatchObject({ code: 0, output: expect.stringContaining('轮换完成') })
  const alone = { SECRET_KEY: next }
  const { output } = await atrium('key', ['status'], alone)
  expect(output).toContain(`密钥 ${keyFingerprint(testSecretKey)} → ${keyFingerprint(next)}`)
  expect(output).toMatch(new RegExp(`oidc_keys\\.sealed：现在的密钥 ${values}\\d*，待重新加密 0$`, 'm'))
  expect(output).not.toMatch(/待重新加密 [1-9]/)
  for (const node of nodes) expect((await fetch(`${node.url}/readyz`)).status).toBe(200)

  const last = await nodeWith(alone)
  expect((await fetch(`${last.url}/readyz`)).status).toBe(200)
  expect(await atrium('audit-verify', [], alone)).toMatchObject({ code: 0 })
  const refused = await atrium('start', [], { SECRET_KEY: testSecretKey })
  expect(refused).toMatchObject({ code: 1, output: expect.stringMatching(/已被密钥 .* 取代/) })
})
