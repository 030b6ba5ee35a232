import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Whether this machine lets a test boot another one that shares its files. */
export const canBoot =
  process.getuid?.() === 0 &&
  ['systemd-nspawn', 'nsenter', 'ip'].every((name) => spawnSync('which', [name]).status === 0)

/**
 * Lays the files of this machine below changes in memory, enables no service, lets what is installed be the newest, and
 * boots that. The mounts are gone with the last process.
 */
const boot = `
set -e
mount -t tmpfs -o size=4g,mode=755 tmpfs "$0"
mkdir "$0/upper" "$0/work" "$0/root"
mount -t overlay -o lowerdir=/,upperdir="$0/upper",workdir="$0/work" overlay "$0/root"
rm -rf "$0/root/etc/systemd/system/"*.wants "$0/root/var/lib/apt/lists"
: > "$0/root/etc/machine-id"
exec setpriv --pdeathsig TERM systemd-nspawn --quiet --console=pipe --register=no --keep-unit --link-journal=no \
  --private-network --directory="$0/root" "$@" --boot
`

/** The first process of a container, once there is one. */
const findInit = (container: number): number | undefined => {
  const file = `/proc/${container}/task/${container}/children`
  const [child] = existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean) : []
  return child === undefined ? undefined : Number(child)
}

export type Machine = {
  /** Arguments of `nsenter` that run a command in it. */
  enter(...command: string[]): string[]
  stop(): Promise<void>
}

/**
 * Boots a machine with systemd, and with a network and processes of its own, on the files of this one: what its commands
 * change is gone afterwards.
 * @param addresses what it has beside 127.0.0.1
 * @param shared a folder of this machine, and where it lies there
 * @param hidden a folder whose content it does not see
 */
export const bootMachine = async (
  addresses: readonly string[],
  shared: { from: string; to: string },
  hidden: string,
): Promise<Machine> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-machine-'))
  const options = [`--machine=${path.basename(folder)}`, `--bind=${shared.from}:${shared.to}`, `--tmpfs=${hidden}`]
  const container = spawn('unshare', ['--mount', 'sh', '-c', boot, folder, ...options], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let faults = ''
  container.stderr.on('data', (text) => (faults += text))
  const ended = once(container, 'exit')
  const stop = async () => {
    if (container.exitCode === null) container.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const enter = (...command: string[]): string[] => {
    const init = findInit(container.pid ?? 0)
    return init === undefined ? ['--version'] : ['--target', String(init), '--all', ...command]
  }
  const readState = () =>
    spawnSync('nsenter', enter('systemctl', 'is-system-running'), { encoding: 'utf8' }).stdout.trim()
  while (!['running', 'degraded'].includes(readState())) {
    if (container.exitCode !== null) throw new Error(`The machine did not boot: ${faults}`)
    await sleep(100)
  }
  for (const address of addresses) execFileSync('nsenter', enter('ip', 'address', 'add', `${address}/24`, 'dev', 'lo'))
  return { enter, stop }
}
