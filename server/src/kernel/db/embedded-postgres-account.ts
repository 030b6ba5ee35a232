import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, readFileSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { tell } from '../texts/operator-language.ts'
import type { Binaries } from './embedded-postgres-binaries.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

/** Starts programs under a user that PostgreSQL accepts, and so that they end with this process, even by kill -9. */
export type Account = {
  readonly start: (command: string, args: readonly string[], options: SpawnOptions) => ChildProcess
  /** Makes a file readable to the programs started. */
  readonly own: (file: string) => void
}

type Owner = { readonly uid: number; readonly gid: number }
type Launcher = { readonly prefix: readonly string[]; readonly owner?: Owner; readonly identity?: Owner }

const exitWithParent = ['setpriv', '--pdeathsig', 'INT']
/** PostgreSQL refuses uid 0; this namespace maps another uid while files keep their owner, so nothing is chowned. */
const namespacedLauncher: Launcher = {
  prefix: [...exitWithParent, '--', 'unshare', '--user', '--map-user=65534', '--map-group=65534', '--'],
}

const launchersFor = (owner: Owner): Launcher[] => [
  {
    prefix: [...exitWithParent, `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups', '--'],
    owner,
  },
  { prefix: [], owner, identity: owner },
]

const serviceOwner = (): Owner => {
  const users = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').split('\n') : []
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  return { uid: 65534, gid: 65534 }
}

const listLaunchers = ({ uid, gid }: Owner): Launcher[] => {
  if (process.getuid?.() !== 0) return [{ prefix: [...exitWithParent, '--'] }, { prefix: [] }]
  // Existing data keeps its owner: PostgreSQL checks the owner of its files.
  return uid === 0 ? [namespacedLauncher, ...launchersFor(serviceOwner())] : launchersFor({ uid, gid })
}

const withPrefix = (launcher: Launcher, command: string, args: readonly string[]): [string, string[]] => {
  const [first, ...rest] = [...launcher.prefix, command, ...args]
  return [first ?? command, rest]
}

const chownFolder = async (owner: Owner, folder: string): Promise<void> => {
  if (statSync(folder).uid === owner.uid) return
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) chownSync(path.join(entry.parentPath, entry.name), owner.uid, owner.gid)
  }
  chownSync(folder, owner.uid, owner.gid)
}

/** Checks whether the program starts in the folder; returns the reason if not. */
const launchFailure = (launcher: Launcher, folder: string, binaries: Binaries): string | undefined => {
  const script = ['-c', 'cd "$1" && exec "$2" --version', 'sh', folder, binaries.postgres]
  const [command, args] = withPrefix(launcher, '/bin/sh', script)
  const tried = spawnSync(command, args, { env: binaries.env, encoding: 'utf8', ...launcher.identity })
  if (tried.status === 0) return undefined
  return tried.stderr?.trim() || tried.error?.message || `${tried.signal ?? tried.status}`
}

const createAccount = (launcher: Launcher, binaries: Binaries): Account => ({
  own: (file) => launcher.owner && chownSync(file, launcher.owner.uid, launcher.owner.gid),
  start: (program, args, options) => {
    const [command, all] = withPrefix(launcher, program, args)
    return spawn(command, all, { ...options, ...launcher.identity, env: binaries.env })
  },
})

/**
 * Picks the first launcher that works on this machine. Takes the database's folder (must exist) and the binaries.
 * @returns the account; the folder may have changed owner.
 * @throws EmbeddedPostgresError if none works
 */
export const chooseAccount = async (folder: string, binaries: Binaries): Promise<Account> => {
  const { uid, gid } = statSync(folder)
  let reason = ''
  for (const launcher of listLaunchers({ uid, gid })) {
    const { owner } = launcher
    if (owner) await chownFolder(owner, folder)
    const failure = launchFailure(launcher, folder, binaries)
    if (failure === undefined) return createAccount(launcher, binaries)
    if (owner) await chownFolder({ uid, gid }, folder)
    reason = failure
  }
  throw new EmbeddedPostgresError(
    tell('内置 PostgreSQL 无法在当前用户下启动，请换一个普通用户运行，或用 DATABASE_URL 指定一个数据库。（{reason}）', {
      reason,
    }),
  )
}
