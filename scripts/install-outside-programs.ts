import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { hasPostgres, olderPostgres, postgresPackage } from '../server/test/postgres-versions.ts'
import { hasKubernetesTypes, kubernetesTypes } from './deploy/kubernetes-types.ts'
import { words } from './words.mjs'

/** Debian's packages of the programs against which thorough tests try the product. */
const packages = [
  'swift-proxy',
  'swift-account',
  'swift-container',
  'swift-object',
  'memcached',
  'clamav-daemon',
  'libreoffice-calc-nogui',
  'python3-openpyxl',
  'apache2',
  'libapache2-mod-auth-openidc',
  'oidc-agent-cli',
  'faketime',
  'haproxy',
  'pgbouncer',
  'patroni',
  'etcd-server',
  'postgresql-15',
  'buildah',
  'prometheus',
  'zstd',
  'postgresql',
  'redis-server',
  'nginx-light',
  'systemd-container',
]

const run = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, {
    stdio: 'ignore',
    // Debian starts services once they are installed; tests start their own.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  }).status === 0
const findMissing = () => packages.filter((name) => !run('dpkg', '-s', name))
const findMissingPostgres = () => olderPostgres.filter((major) => !hasPostgres(major))

type BesidePackage = { root: string; spec: string }
/** Installs a package of npm beside the project. */
const installBeside = ({ root, spec }: BesidePackage): void => {
  mkdirSync(root, { recursive: true })
  // Keeps npm from taking the project above for the folder's own.
  writeFileSync(path.join(root, 'package.json'), '{ "private": true }\n')
  run('npm', 'install', '--prefix', root, '--no-audit', '--no-fund', '--ignore-scripts', spec)
}

/**
 * Installs the older versions of PostgreSQL beside the project, 60 MB each: a normal installation has the newest alone.
 * @returns what to tell the developer
 */
export const installOlderPostgres = (): string => {
  const missing = findMissingPostgres()
  for (const major of missing) installBeside(postgresPackage(major))
  const left = findMissingPostgres()
  if (left.length > 0)
    return words(
      `注意：没有装上 PostgreSQL ${left.join('、')}，需要它们的测试将跳过\n`,
      `Note: PostgreSQL ${left.join(', ')} could not be installed; tests that need it are skipped\n`,
    )
  return missing.length > 0
    ? words(`已安装 PostgreSQL ${missing.join('、')}\n`, `Installed PostgreSQL ${missing.join(', ')}\n`)
    : ''
}

/**
 * Installs the types of Kubernetes' objects beside the project.
 * @returns what to tell the developer
 */
export const installKubernetesTypes = (): string => {
  if (hasKubernetesTypes()) return ''
  installBeside(kubernetesTypes)
  return hasKubernetesTypes()
    ? ''
    : words(
        '注意：没有装上 kubernetes-types，需要它的测试将跳过\n',
        'Note: kubernetes-types could not be installed; its test is skipped\n',
      )
}

/**
 * Installs what is missing of Debian's programs that thorough tests need, where that is allowed.
 * @returns what to tell the developer; tests of programs that are still missing are skipped.
 */
export const installDebianPrograms = (): string => {
  const missing = findMissing()
  if (missing.length === 0) return ''
  if (process.getuid?.() === 0 && run('apt-get', 'update'))
    run('apt-get', 'install', '--yes', '--no-install-recommends', ...missing)
  const left = findMissing()
  return left.length === 0
    ? words(`已安装 ${missing.join('、')}\n`, `Installed ${missing.join(', ')}\n`)
    : words(
        `注意：缺少 ${left.join('、')}，需要它们的测试将跳过（Debian：以 root 运行 apt-get install ${left.join(' ')}）\n`,
        `Note: ${left.join(', ')} are missing; tests that need them are skipped (Debian: as root, apt-get install ${left.join(' ')})\n`,
      )
}
