import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { freePort } from '../src/kernel/db/embedded-postgres-server.ts'
import type { S3Bucket } from '../src/kernel/files/s3-client.ts'
import { startProgram } from './outside-program.ts'

const host = '127.0.0.1'
const kinds = ['account', 'container', 'object'] as const
const programs = [
  'swift-proxy-server',
  'swift-ring-builder',
  ...kinds.map((kind) => `swift-${kind}-server`),
  'memcached',
]
/** Whether Debian's packages of OpenStack Swift and memcached are installed. */
export const hasSwift = programs.every((name) => existsSync(join('/usr/bin', name)))

/** Debian's programs read /etc/swift only. */
const launcher = `import sys
from swift.common import utils
utils.set_swift_dir(sys.argv[1])
from swift.common.wsgi import run_wsgi
sys.exit(run_wsgi(sys.argv[2], sys.argv[3]))
`
const common = (folder: string, port: number) => `[DEFAULT]
swift_dir = ${folder}
devices = ${join(folder, 'devices')}
mount_check = false
bind_ip = ${host}
bind_port = ${port}
workers = 0
user = ${userInfo().username}
log_level = CRITICAL
fallocate_reserve = 0
disable_fallocate = true
`
const storage = (kind: string) => `[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`
const filters = ['catch_errors', 'proxy_logging', 'listing_formats', 'bulk', 'slo', 'dlo']
const proxy = (cachePort: number) => `[pipeline:main]
pipeline = catch_errors proxy_logging cache listing_formats bulk s3api tempauth slo dlo proxy_logging proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
${filters.map((name) => `[filter:${name}]\nuse = egg:swift#${name}\n`).join('')}[filter:cache]
use = egg:swift#memcache
memcache_servers = ${host}:${cachePort}
[filter:s3api]
use = egg:swift#s3api
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
`

const start = (program: string, args: string[], port: number) => startProgram(program, args, { host, port })
const buildRing = async (folder: string, kind: string, port: number) => {
  const run = (...args: string[]) =>
    promisify(execFile)('swift-ring-builder', [`${kind}.builder`, ...args], { cwd: folder })
  await run('create', '4', '1', '1')
  await run('add', `r1z1-${host}:${port}/d1`, '1')
  await run('rebalance')
}

/**
 * Starts one node of OpenStack Swift, which speaks S3, on a disk with user attributes. Ended after the file.
 * @returns a bucket that is still to be created
 */
export const startSwift = async (): Promise<S3Bucket> => {
  const folder = await mkdtemp(join(inject('folder'), 'swift-'))
  await mkdir(join(folder, 'devices', 'd1'), { recursive: true })
  await writeFile(join(folder, 'swift.conf'), '[swift-hash]\nswift_hash_path_suffix = test\n')
  await writeFile(join(folder, 'launch.py'), launcher)
  const launch = async (kind: string, port: number, settings: string) => {
    const path = join(folder, `${kind}.conf`)
    await writeFile(path, common(folder, port) + settings)
    await start('/usr/bin/python3', [join(folder, 'launch.py'), folder, path, `${kind}-server`], port)
  }
  const ports = await Promise.all(kinds.map(freePort))
  for (const [at, kind] of kinds.entries()) await buildRing(folder, kind, ports[at] ?? 0)
  for (const [at, kind] of kinds.entries()) await launch(kind, ports[at] ?? 0, storage(kind))
  const [cachePort, port] = [await freePort(), await freePort()]
  await start('memcached', ['-l', host, '-p', String(cachePort), '-u', userInfo().username], cachePort)
  await launch('proxy', port, proxy(cachePort))
  const credentials = { accessKey: 'test:tester', secretKey: 'testing', region: 'us-east-1' }
  return { endpoint: `http://${host}:${port}`, bucket: 'files', ...credentials }
}
