import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A user and a group without rights on every distribution. */
const unprivileged = 65534

/** Whether this machine lets a test mount a folder and become another user. */
export const canConfine = spawnSync('unshare', ['--mount', 'setpriv', '--reuid=65534', 'true']).status === 0

/** Mounts the folder of a package read-only, becomes an unprivileged user without any capability, and runs the rest. */
const confine = `
mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" || exit
exec setpriv --reuid=${unprivileged} --regid=${unprivileged} --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all "$@"
`

/** Unpacks a package, far from the packages of this repository. Returns its folder, and a data folder of an unprivileged user. */
export const unpack = (archive: string) => {
  const parent = mkdtempSync(path.join(tmpdir(), 'atrium-package-'))
  execFileSync('tar', ['--zstd', '-xf', archive, '-C', parent])
  execFileSync('chmod', ['755', parent])
  const dataDir = mkdtempSync(path.join(tmpdir(), 'atrium-package-data-'))
  chownSync(dataDir, unprivileged, unprivileged)
  const [name = ''] = readdirSync(parent)
  const remove = () => {
    for (const folder of [parent, dataDir]) rmSync(folder, { recursive: true, force: true })
  }
  return { folder: path.join(parent, name), dataDir, remove }
}

/** Runs a program of a package as that user, on a read-only mount, with this environment alone. */
export const runConfined = (folder: string, env: Record<string, string>, ...command: string[]): ChildProcess =>
  spawn('unshare', ['--mount', 'sh', '-c', confine, folder, ...command], {
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/**
 * Waits until a started node is ready. Returns the exit code that it will end with.
 * @throws its output if it ends instead
 */
export const waitUntilReady = async (child: ChildProcess, url: string) => {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(output)
    await sleep(20)
  }
  return { ended }
}
