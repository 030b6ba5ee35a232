import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { asOwner } from '../../server/src/kernel/db/as-owner.ts'
import { freePort } from '../../server/src/kernel/db/embedded-postgres-server.ts'
import { createMetrics } from '../../server/src/kernel/metrics.ts'
import { signInTo, startProduct } from '../../server/test/crash/product.ts'
import { databaseUrl } from '../../server/test/database-url.ts'
import { startProgram } from '../../server/test/outside-program.ts'
import { createPlainOwner } from '../../server/test/plain-owner.ts'
import { deployFolder, hasProgram, kubernetesFiles, readDeploy, readManifests } from './deploy-files.ts'
import { hasKubernetesTypes, kubernetesTypes } from './kubernetes-types.ts'
import { makeCertificate } from './make-certificate.ts'

const host = '127.0.0.1'
const temporaryFolder = () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-deploy-'))
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}
/** Replaces each text, which must be there. */
const adapt = (text: string, changes: Record<string, string>): string =>
  Object.entries(changes).reduce((sofar, [from, to]) => {
    expect(sofar).toContain(from)
    return sofar.replaceAll(from, to)
  }, text)

describe.skipIf(!hasKubernetesTypes())('kubernetes', () => {
  const tsc = path.join(deployFolder, '../node_modules/ts7/bin/tsc')
  /** Faults that a type checker finds in objects, fields that Kubernetes does not know among them. */
  const findFaults = (objects: string[]): string => {
    const file = path.join(kubernetesTypes.root, `objects-${process.pid}.ts`)
    onTestFinished(() => rmSync(file, { force: true }))
    writeFileSync(file, objects.join('\n'))
    const args = [tsc, '--noEmit', '--strict', '--skipLibCheck', '--types', '', '--module', 'nodenext', file]
    return spawnSync(process.execPath, args, { cwd: kubernetesTypes.root, encoding: 'utf8' }).stdout
  }
  it('takes every object', () => {
    const names = kubernetesFiles().filter((name) => name !== 'kustomization.yaml')
    const objects = names.flatMap(readManifests).map((manifest, index) => {
      const [group = '', version] = `core/${manifest.apiVersion}`.split('/').slice(-2)
      const type = `import('kubernetes-types/${group.split('.')[0]}/${version}.js').${manifest.kind}`
      return `export const object${index}: ${type} = ${JSON.stringify(manifest)}`
    })
    expect(objects.length).toBeGreaterThan(8)
    expect(findFaults(objects)).toBe('')
    expect(findFaults(objects.map((text) => text.replace('"replicas"', '"replicass"')))).toContain('\'"replicass"\'')
  })
})

describe.skipIf(!hasProgram('promtool'))('prometheus', () => {
  const promtool = (input: string, ...args: string[]) =>
    spawnSync('promtool', args, { cwd: path.join(deployFolder, 'prometheus'), encoding: 'utf8', input })
  it('takes the rules, and fires each from a recorded outage', () => {
    expect(promtool('', 'check', 'rules', 'atrium.rules.yml')).toMatchObject({ status: 0 })
    const tested = promtool('', 'test', 'rules', 'atrium.test.yml')
    expect(tested.stdout + tested.stderr).toContain('SUCCESS')
    expect(tested.status).toBe(0)
  }, 300_000)
  it('finds nothing to say of the names of metrics', async () => {
    const checked = promtool(await createMetrics().text(), 'check', 'metrics')
    expect(`${checked.stdout}${checked.stderr}`.split('\n').filter((line) => line.startsWith('atrium_'))).toEqual([])
  })
})

const postgresBinaries = '/usr/lib/postgresql/15/bin'
describe.skipIf(!hasProgram('patroni') || !existsSync(postgresBinaries))('patroni', () => {
  it('takes its settings', async () => {
    const file = path.join(temporaryFolder(), 'patroni.yml')
    // It looks whether the other servers answer, and refuses 127.0.0.1 for its own.
    writeFileSync(file, adapt(readDeploy('patroni/patroni.yml'), { '10.89.0.': '127.89.0.' }))
    for (const last of [41, 42, 43]) {
      const server = createServer().listen(2379, `127.89.0.${last}`)
      onTestFinished(() => void server.close())
      await once(server, 'listening')
    }
    expect(spawnSync('patroni', ['--validate-config', file], { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stdout: '',
    })
  })
})

type Answer = { status: number | undefined; body: unknown }
const ask = async (port: number, address: string): Promise<Answer> => {
  const asking = request({ host, port, path: address, rejectUnauthorized: false }).end()
  const [answer] = await once(asking, 'response')
  return { status: answer.statusCode, body: await json(answer) }
}

/** HAProxy before a node that may be missing, and one that is always missing. Returns the port of its TLS. */
const startHaproxy = async (nodePort: number): Promise<number> => {
  const folder = temporaryFolder()
  cpSync(path.join(deployFolder, 'haproxy'), folder, { recursive: true })
  makeCertificate(path.join(folder, 'site.pem'))
  const [plain, port, missing] = [await freePort(), await freePort(), await freePort()]
  const file = path.join(folder, 'haproxy.cfg')
  const changes = { ':80\n': `${host}:${plain}\n`, ':443': `${host}:${port}` }
  const servers = { '10.89.0.11:3000': `${host}:${nodePort}`, '10.89.0.12:3000': `${host}:${missing}` }
  writeFileSync(file, adapt(readFileSync(file, 'utf8'), { ...changes, ...servers }))
  await startProgram('haproxy', ['-db', '-q', '-f', file], { host, port })
  const redirected = await fetch(`http://${host}:${plain}/console/`, { redirect: 'manual' })
  expect([redirected.status, redirected.headers.get('location')]).toEqual([308, `https://${host}:${plain}/console/`])
  return port
}

/** PgBouncer with the login that looks passwords up. Returns `host:port`. */
const startPooler = async (superuserUrl: string, ownerUrl: string): Promise<string> => {
  const folder = temporaryFolder()
  const password = randomBytes(12).toString('hex')
  const inDatabase = databaseUrl(superuserUrl, new URL(ownerUrl).pathname.slice(1))
  await asOwner(inDatabase, async (client) => {
    const { rowCount } = await client.query(`select from pg_roles where rolname = 'pgbouncer'`)
    await client.query(`${rowCount ? 'alter' : 'create'} role pgbouncer login password '${password}'`)
    await client.query(readDeploy('pgbouncer/auth-query.sql'))
  })
  const port = await freePort()
  const [file, logins] = [path.join(folder, 'pgbouncer.ini'), path.join(folder, 'userlist.txt')]
  const server = new URL(ownerUrl)
  const changes = {
    'host=10.89.0.30 port=5432': `host=${server.hostname} port=${server.port}`,
    'atrium = ': `${server.pathname.slice(1)} = `,
    'dbname=atrium': `dbname=${server.pathname.slice(1)}`,
    'listen_addr = 0.0.0.0': `listen_addr = ${host}`,
    'listen_port = 6432': `listen_port = ${port}`,
    '/etc/pgbouncer/userlist.txt': logins,
  }
  writeFileSync(file, adapt(readDeploy('pgbouncer/pgbouncer.ini'), changes))
  writeFileSync(logins, `"pgbouncer" "${password}"\n`)
  const unprivileged = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  await startProgram('pgbouncer', ['-q', file], { host, port }, { stdio: 'ignore', ...unprivileged })
  return `${host}:${port}`
}

describe.skipIf(!hasProgram('haproxy') || !hasProgram('pgbouncer'))(
  'haproxy and pgbouncer',
  { timeout: 120_000 },
  () => {
    it('stand before and behind a node', async () => {
      const superuserUrl = inject('superuserUrl')
      const serverUrl = await createPlainOwner(superuserUrl)
      const name = `test_${randomBytes(6).toString('hex')}`
      await asOwner(serverUrl, (client) => client.query(`create database ${name}`))
      const nodePort = await freePort()
      const port = await startHaproxy(nodePort)
      const unavailable = { status: 503, body: { ...kernelErrors.busy, traceId: '' } }
      expect(await ask(port, '/api/sys/users/v1')).toEqual(unavailable)

      const environment = {
        DATABASE_URL: databaseUrl(serverUrl, name),
        DATABASE_POOLER: await startPooler(superuserUrl, databaseUrl(serverUrl, name)),
        SECRET_KEY: randomBytes(32).toString('base64url'),
      }
      const product = await startProduct(temporaryFolder(), nodePort, environment)
      onTestFinished(async () => {
        product.process.kill('SIGTERM')
        await product.ended
      })
      expect(await signInTo(product)).toMatch(/./)
      await expect.poll(() => ask(port, '/healthz')).toEqual({ status: 200, body: { status: 'ok' } })
      product.process.kill('SIGTERM')
      await product.ended
      await expect.poll(() => ask(port, '/healthz')).toEqual(unavailable)
    })
  },
)
