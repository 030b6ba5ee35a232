import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')
/** A user that no image knows, in group 0, as clusters choose it. */
const user = '1000700000:0'

/** Mounts an image read-only with a data folder and `/tmp`, and becomes its first process. */
const enter = `
image=$0 && mount --bind "$image" "$image" && mount --bind "$1" "$image/data" && shift || exit
mount -t tmpfs tmp "$image/tmp" && mount -t proc proc "$image/proc" && mount -o remount,ro,bind "$image" || exit
exec chroot --userspec=${user} "$image" "$@"
`

/** What programs need of the C library, from the packages of this machine: stands for an image without a shell. */
const makeBase = (folder: string): void => {
  const listed = execFileSync('dpkg', ['-L', 'libc6', 'libgcc-s1', 'libstdc++6'], { encoding: 'utf8' }).split('\n')
  for (const file of listed.filter((name) => /\.so(\.\d+)*$/.test(name) && existsSync(name)))
    cpSync(file, path.join(folder, file), { verbatimSymlinks: true })
  for (const name of ['proc', 'tmp', 'etc']) mkdirSync(path.join(folder, name), { recursive: true })
}

type Config = { Entrypoint: string[]; Cmd: string[]; Env: string[]; User: string }

/**
 * Builds the image of `deploy/Containerfile` from the archives in a folder, without a network.
 * @returns its configuration, its compressed size, its files, and how to remove it
 */
export const buildImage = (archives: string, version: string) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-image-'))
  chmodSync(folder, 0o755)
  const stored = [
    '--root',
    path.join(folder, 'store'),
    '--runroot',
    path.join(folder, 'run'),
    '--storage-driver',
    'vfs',
  ]
  const buildah = (...args: string[]): string =>
    execFileSync('buildah', [...stored, ...args], { encoding: 'utf8', env: { ...process.env, TMPDIR: folder } }).trim()
  makeBase(path.join(folder, 'base'))
  const base = buildah('from', 'scratch')
  buildah('add', '--quiet', base, path.join(folder, 'base'), '/')
  buildah('commit', '--quiet', '--rm', base, 'localhost/base')
  const given = ['BASE=localhost/base', `VERSION=${version}`, `ARCH=${process.arch}`].flatMap((each) => [
    '--build-arg',
    each,
  ])
  const file = path.join(root, 'deploy/Containerfile')
  buildah('bud', '--quiet', '--isolation', 'chroot', ...given, '--file', file, '--tag', 'localhost/atrium', archives)
  const archive = path.join(folder, 'image.tar')
  buildah('push', '--quiet', 'localhost/atrium', `oci-archive:${archive}`)
  const container = buildah('from', 'localhost/atrium')
  const { config } = JSON.parse(buildah('inspect', '--type', 'image', 'localhost/atrium')).OCIv1 as { config: Config }
  return {
    config,
    bytes: statSync(archive).size,
    files: buildah('mount', container),
    remove() {
      buildah('umount', container)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Runs what an image starts, as a user that it does not know, as process 1, with nothing writable but its data folder. */
export const runImage = (
  { config, files }: Pick<ReturnType<typeof buildImage>, 'config' | 'files'>,
  dataDir: string,
  env: Record<string, string>,
): ChildProcess => {
  const declared = Object.fromEntries(config.Env.map((each) => each.split(/=(.*)/s).slice(0, 2)))
  const command = [...config.Entrypoint, ...config.Cmd]
  return spawn('unshare', ['--mount', '--pid', '--fork', 'sh', '-c', enter, files, dataDir, ...command], {
    env: { ...declared, PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
