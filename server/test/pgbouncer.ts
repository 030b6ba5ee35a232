import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const host = '127.0.0.1'
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, host)
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}
const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, host)
      .on('connect', () => resolve(true))
      .on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

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
 * Starts PgBouncer before a PostgreSQL. Takes its program and the owner's address; returns `host:port` and a stop
 * function.
 */
export const startPgbouncer = async (program: string, serverUrl: string) => {
  const server = new URL(serverUrl)
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'atrium-pgbouncer-'))
  const [file, logins] = [join(folder, 'pgbouncer.ini'), join(folder, 'logins.txt')]
  const [name, password] = [decodeURIComponent(server.username), decodeURIComponent(server.password)]
  await writeFile(logins, `"${name}" "${password}"\n`)
  await writeFile(file, settings(server, port, logins))
  await chmod(folder, 0o755)
  // PgBouncer refuses to run as root.
  const unprivileged = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  const child = spawn(program, ['-q', file], { stdio: 'inherit', ...unprivileged })
  for (let tries = 0; !(await isListening(port)); tries += 1) {
    if (child.exitCode !== null || tries === 50) throw new Error(`${program} did not start`)
    await pause(100)
  }
  return {
    address: `${host}:${port}`,
    async stop() {
      child.kill()
      await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
