import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../src/kernel/db/embedded-postgres-server.ts'
import { startProgram } from './outside-program.ts'

const host = '127.0.0.1'

/**
 * All databases and logins of the server in transaction mode, with few connections, so that they are shared; idle ones
 * close soon.
 */
const settings = (server: URL, port: number, logins: string) => `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = ${host}
listen_port = ${port}
unix_socket_dir =
pool_mode = transaction
default_pool_size = 4
max_client_conn = 500
server_idle_timeout = 2
auth_type = scram-sha-256
auth_file = ${logins}
auth_user = ${decodeURIComponent(server.username)}
auth_query = select usename, passwd from pg_shadow where usename = $1
`

/**
 * Starts PgBouncer before a PostgreSQL. Takes its program, the owner's address, and a port if it shall be that one.
 * @returns `host:port` and a function that kills it
 */
export const startPgbouncer = async (program: string, serverUrl: string, wantedPort?: number) => {
  const server = new URL(serverUrl)
  const port = wantedPort ?? (await freePort())
  const folder = await mkdtemp(join(tmpdir(), 'atrium-pgbouncer-'))
  const [file, logins] = [join(folder, 'pgbouncer.ini'), join(folder, 'logins.txt')]
  const [name, password] = [decodeURIComponent(server.username), decodeURIComponent(server.password)]
  await writeFile(logins, `"${name}" "${password}"\n`)
  await writeFile(file, settings(server, port, logins))
  await chmod(folder, 0o755)
  // PgBouncer refuses to run as root.
  const unprivileged = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  const stopProgram = await startProgram(program, ['-q', file], { host, port }, { stdio: 'inherit', ...unprivileged })
  return {
    address: `${host}:${port}`,
    async stop() {
      await stopProgram()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
