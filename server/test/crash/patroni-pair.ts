import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { asOwner } from '../../src/kernel/db/as-owner.ts'

const deployed = join(import.meta.dirname, '../../../deploy/patroni/patroni.yml')
/** As in the deployed settings, whose network is replaced by the loopback. */
const [addresses, etcdAddress] = [['127.89.0.31', '127.89.0.32'], '127.89.0.41'] as const
const binaries = '/usr/lib/postgresql/15/bin'
const programs = ['patroni', 'etcd', 'setpriv']

/** Whether Debian's programs for a pair are there, which a thorough run installs, and may be run as another user. */
export const hasPatroni = (): boolean =>
  process.getuid?.() === 0 && existsSync(binaries) && programs.every((name) => spawnSync('which', [name]).status === 0)

const idOf = (flag: '-u' | '-g') => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
const answers = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(1000) }).then(
    ({ ok }) => ok,
    () => false,
  )
const until = async (condition: () => Promise<boolean> | boolean) => {
  while (!(await condition())) await sleep(50)
}

/**
 * Two PostgreSQL servers that replace each other, with the settings of `deploy/`, and one etcd. Takes an empty folder.
 * @returns the address of both for an owner that is no superuser
 */
export const startPatroniPair = async (folder: string) => {
  const [uid, gid] = [idOf('-u'), idOf('-g')]
  const password = randomBytes(12).toString('hex')
  const started: ChildProcess[] = []
  const spawnAsPostgres = (program: string, args: readonly string[]) => {
    const asPostgres = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--', program, ...args]
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      LANG: 'C.UTF-8',
      PATRONI_SUPERUSER_PASSWORD: password,
      PATRONI_REPLICATION_PASSWORD: password,
      PATRONI_REWIND_PASSWORD: password,
    }
    const child = spawn('setpriv', asPostgres, { cwd: folder, env, stdio: 'ignore' })
    started.push(child)
    return child
  }
  const dataOf = (at: number) => join(folder, `pg${at + 1}`)
  const settingsOf = (at: number) => join(folder, `patroni${at + 1}.yml`)
  const writeSettings = (at: number) => {
    const text = readFileSync(deployed, 'utf8')
      .replace('name: pg1', `name: pg${at + 1}`)
      .replaceAll('10.89.0.31', addresses[at] ?? '')
      .replace(/hosts: .*2379/, `hosts: ${etcdAddress}:2379`)
      .replaceAll('10.89.0.0/24', '127.0.0.0/8')
      .replace('/var/lib/postgresql/atrium', dataOf(at))
      .replace('  bin_dir:', `  pgpass: ${join(folder, `pgpass${at + 1}`)}\n  bin_dir:`)
      .replace('log_lock_waits: "on"', 'unix_socket_directories: ""\n        log_lock_waits: "on"')
    writeFileSync(settingsOf(at), text)
  }
  const patroni: (ChildProcess | undefined)[] = []
  const isPrimary = (at: number) => answers(`http://${addresses[at]}:8008/primary`)
  /** Whether writes wait for it: only then it replaces the primary without losing any. */
  const isInStep = (at: number) => answers(`http://${addresses[at]}:8008/synchronous`)
  const start = (at: number) => {
    patroni[at] = spawnAsPostgres('patroni', [settingsOf(at)])
  }

  const killPostgres = (at: number) => {
    const [postmaster] = readFileSync(join(dataOf(at), 'postmaster.pid'), 'utf8').split('\n')
    process.kill(Number(postmaster), 'SIGKILL')
  }

  mkdirSync(folder, { recursive: true })
  chownSync(folder, uid, gid)
  const [clients, peers] = [`http://${etcdAddress}:2379`, `http://${etcdAddress}:2380`]
  const etcd = {
    'data-dir': join(folder, 'etcd'),
    'initial-cluster': `default=${peers}`,
    'listen-client-urls': clients,
    'advertise-client-urls': clients,
    'listen-peer-urls': peers,
    'initial-advertise-peer-urls': peers,
  }
  spawnAsPostgres(
    'etcd',
    Object.entries(etcd).flatMap(([name, value]) => [`--${name}`, value]),
  )
  await until(() => answers(`${clients}/health`))
  writeSettings(0)
  writeSettings(1)
  start(0)
  await until(() => isPrimary(0))
  start(1)
  await until(() => isInStep(1))
  const superuserUrl = `postgres://postgres:${password}@${addresses[0]}:5432/postgres`
  await asOwner(superuserUrl, async (client) => {
    await client.query(`create role owner login createrole password '${password}'`)
    await client.query('create database atrium owner owner')
  })
  const hosts = addresses.map((address) => `${address}:5432`).join(',')

  return {
    url: `postgres://owner:${password}@${hosts}/atrium?target_session_attrs=read-write`,
    isPrimary,
    isInStep,
    start,
    killPostgres,
    /** As if the machine had died. */
    killMachine(at: number) {
      patroni[at]?.kill('SIGKILL')
      killPostgres(at)
    },
    /** Makes one the primary that has caught up, as for maintenance. */
    async switchTo(at: number) {
      const switchover = async () => {
        const body = JSON.stringify({ leader: `pg${2 - at}`, candidate: `pg${at + 1}` })
        const answer = await fetch(`http://${addresses[1 - at]}:8008/switchover`, { method: 'POST', body })
        return answer.ok
      }
      // Refused until writes wait for it again.
      await until(switchover)
      await until(() => isPrimary(at))
    },
    async stop() {
      const running = started.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null).reverse()
      for (const child of running) {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      }
    },
  }
}
export type PatroniPair = Awaited<ReturnType<typeof startPatroniPair>>
