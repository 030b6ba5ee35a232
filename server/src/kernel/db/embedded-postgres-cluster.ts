import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { tell } from '../texts/operator-language.ts'
import type { Account } from './embedded-postgres-account.ts'
import type { Binaries } from './embedded-postgres-binaries.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

export type Cluster = { readonly data: string; readonly password: string }

const unfinishedPrefix = 'data.init-'

const exitCode = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })

const assertMajor = (data: string, major: string): void => {
  const found = readFileSync(path.join(data, 'PG_VERSION'), 'utf8').trim()
  if (found === major) return
  throw new EmbeddedPostgresError(
    tell(
      '数据目录 {data} 属于 PostgreSQL {found}，而当前程序自带 PostgreSQL {major}；请先用旧版本导出数据，或换一个目录。',
      { data, found, major },
    ),
  )
}

const removeUnfinished = async (folder: string): Promise<void> => {
  for (const name of readdirSync(folder)) {
    // A killed initdb may still be writing: files that cannot be removed now are removed on the next start.
    if (name.startsWith(unfinishedPrefix))
      await rm(path.join(folder, name), { recursive: true, force: true }).catch(() => {})
  }
}

const create = async (at: {
  folder: string
  data: string
  passwordFile: string
  binaries: Binaries
  account: Account
  durable: boolean
}): Promise<void> => {
  const temporary = path.join(at.folder, `${unfinishedPrefix}${randomBytes(4).toString('hex')}`)
  const logFile = path.join(at.folder, 'initdb.log')
  const log = openSync(logFile, 'w', 0o600)
  const args = ['-D', temporary, '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${at.passwordFile}`]
  args.push('--encoding=UTF8', '--locale=C.UTF-8', '--data-checksums', ...(at.durable ? [] : ['--no-sync']))
  const code = await exitCode(at.account.start(at.binaries.initdb, args, { stdio: ['ignore', log, log] }))
  closeSync(log)
  if (code !== 0) {
    throw new EmbeddedPostgresError(
      tell('内置 PostgreSQL 初始化失败：{log}', { log: readFileSync(logFile, 'utf8').trim().slice(-600) }),
    )
  }
  renameSync(temporary, at.data)
}

/**
 * Makes sure the folder holds a database of the right version; creates one if missing.
 * @returns the data folder and the superuser's password
 * @throws EmbeddedPostgresError for another version, or if initdb fails
 *
 * The password is written before initdb and the folder renamed after it, so that an interrupted start can be repeated.
 */
export const prepareCluster = async (
  folder: string,
  binaries: Binaries,
  account: Account,
  durable: boolean,
): Promise<Cluster> => {
  const data = path.join(folder, 'data')
  const passwordFile = path.join(folder, 'password')
  const exists = existsSync(path.join(data, 'PG_VERSION'))
  if (exists) assertMajor(data, binaries.major)
  if (exists && !existsSync(passwordFile)) {
    throw new EmbeddedPostgresError(
      tell('缺少数据库口令文件 {passwordFile}，无法使用已有的数据，请从备份恢复。', { passwordFile }),
    )
  }
  if (!exists) {
    await removeUnfinished(folder)
    writeFileSync(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 })
    // An existing file keeps its mode when overwritten; and initdb may run under the folder's owner.
    chmodSync(passwordFile, 0o600)
    account.own(passwordFile)
    await create({ folder, data, passwordFile, binaries, account, durable })
  }
  return { data, password: readFileSync(passwordFile, 'utf8').trim() }
}
