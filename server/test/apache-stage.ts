import { spawnSync } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterFile } from './after-file.ts'
import { startProgram } from './outside-program.ts'

const modules = '/usr/lib/apache2/modules'
/** Whether Debian's Apache and its module of OpenID Connect are installed. */
export const hasApache =
  spawnSync('apache2', ['-v'], { stdio: 'ignore' }).status === 0 &&
  spawnSync('test', ['-f', `${modules}/mod_auth_openidc.so`]).status === 0

export const freePort = (): Promise<number> =>
  new Promise((done) => {
    const server = createSocketServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => done(port))
    })
  })

/** The application behind Apache: answers the headers that it gets. */
const startEcho = async (): Promise<number> => {
  const server = createServer((request, reply) =>
    reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(request.headers)),
  ).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  afterFile(() => void server.close())
  return (server.address() as AddressInfo).port
}
const loaded = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'proxy', 'proxy_http', 'auth_openidc']
type Options = { port: number; issuer: string; appKey: string; secret: string; scope: string }

/** Starts Apache, whose module signs people in by the product before it lets them to the application. */
export const startApache = async ({ port, issuer, appKey, secret, scope }: Options): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'apache-'))
  const behind = await startEcho()
  const lines = [
    ...loaded.map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`),
    `ServerRoot ${folder}`,
    `PidFile ${folder}/pid`,
    `ErrorLog ${folder}/error.log`,
    'LogLevel warn',
    `DefaultRuntimeDir ${folder}`,
    'User www-data',
    'Group www-data',
    'ServerName 127.0.0.1',
    `Listen 127.0.0.1:${port}`,
    `OIDCProviderMetadataURL ${issuer}/.well-known/openid-configuration`,
    `OIDCClientID ${appKey}`,
    `OIDCClientSecret ${secret}`,
    `OIDCCryptoPassphrase ${secret}`,
    `OIDCRedirectURI http://127.0.0.1:${port}/callback`,
    `OIDCScope "${scope}"`,
    'OIDCPKCEMethod S256',
    'OIDCSessionType server-cache',
    'OIDCRemoteUserClaim sub',
    '<Location />',
    'AuthType openid-connect',
    'Require valid-user',
    '</Location>',
    '<Location /bye>',
    'Require all granted',
    '</Location>',
    'ProxyPass /callback !',
    `ProxyPass / http://127.0.0.1:${behind}/`,
  ]
  const file = join(folder, 'apache.conf')
  await writeFile(file, `${lines.join('\n')}\n`)
  await startProgram('apache2', ['-X', '-f', file], { host: '127.0.0.1', port }, { stdio: 'ignore' })
}
