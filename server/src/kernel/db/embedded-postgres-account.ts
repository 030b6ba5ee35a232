import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, readFileSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Binaries } from './embedded-postgres-binaries.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

/** How to start a program so that PostgreSQL accepts its user and ends when this process ends, even by kill -9. */
export type Account = {
  readonly start: (command: string, args: readonly string[], options: SpawnOptions) => ChildProcess
  /** Makes a file of ours readable to the programs started. */
  readonly own: (file: string) => void
}

type Owner = { readonly uid: number; readonly gid: number }
type Manner = { readonly prefix: readonly string[]; readonly owner?: Owner; readonly identity?: Owner }

const dieWithUs = ['setpriv', '--pdeathsig', 'INT']
/** PostgreSQL refuses uid 0; inside this namespace we have another uid while the files stay ours, so nothing is chowned. */
const namespaced: Manner = {
  prefix: [...dieWithUs, '--', 'unshare', '--user', '--map-user=65534', '--map-group=65534', '--'],
}

const asOwner = (owner: Owner): Manner[] => [
  {
    prefix: [...dieWithUs, `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups', '--'],
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

const manners = ({ uid, gid }: Owner): Manner[] => {
  if (process.getuid?.() !== 0) return [{ prefix: [...dieWithUs, '--'] }, { prefix: [] }]
  // Data that already belongs to somebody stays theirs: PostgreSQL checks the owner of its files.
  return uid === 0 ? [namespaced, ...asOwner(serviceOwner())] : asOwner({ uid, gid })
}

const withPrefix = (manner: Manner, command: string, args: readonly string[]): [string, string[]] => {
  const [first, ...rest] = [...manner.prefix, command, ...args]
  return [first ?? command, rest]
}

const giveTo = async (owner: Owner, folder: string): Promise<void> => {
  if (statSync(folder).uid === owner.uid) return
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) chownSync(path.join(entry.parentPath, entry.name), owner.uid, owner.gid)
  }
  chownSync(folder, owner.uid, owner.gid)
}

/** Tries to reach the folder and load the program; a refusal comes back as the reason. */
const whyNot = (manner: Manner, folder: string, binaries: Binaries): string | undefined => {
  const script = ['-c', 'cd "$1" && exec "$2" --version', 'sh', folder, binaries.postgres]
  const [command, args] = withPrefix(manner, '/bin/sh', script)
  const tried = spawnSync(command, args, { env: binaries.env, encoding: 'utf8', ...manner.identity })
  if (tried.status === 0) return undefined
  return tried.stderr?.trim() || tried.error?.message || `${tried.signal ?? tried.status}`
}

const accountOf = (manner: Manner, binaries: Binaries): Account => ({
  own: (file) => manner.owner && chownSync(file, manner.owner.uid, manner.owner.gid),
  start: (program, args, options) => {
    const [command, all] = withPrefix(manner, program, args)
    return spawn(command, all, { ...options, ...manner.identity, env: binaries.env })
  },
})

/**
 * Picks the first manner of starting that works on this machine.
 * In: the database's folder (exists already) and the binaries. Out: the account; the folder may have changed owner.
 * Throws EmbeddedPostgresError when PostgreSQL cannot be started by any of them.
 */
export const chooseAccount = async (folder: string, binaries: Binaries): Promise<Account> => {
  const { uid, gid } = statSync(folder)
  let reason = ''
  for (const manner of manners({ uid, gid })) {
    const { owner } = manner
    if (owner) await giveTo(owner, folder)
    const failure = whyNot(manner, folder, binaries)
    if (failure === undefined) return accountOf(manner, binaries)
    if (owner) await giveTo({ uid, gid }, folder)
    reason = failure
  }
  throw new EmbeddedPostgresError(
    `内置 PostgreSQL 无法在当前用户下启动，请换一个普通用户运行，或用 DATABASE_URL 指定一个数据库。（${reason}）`,
  )
}
