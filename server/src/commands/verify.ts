import { join } from 'node:path'
import { findBackup } from '../backup/backups.ts'
import { checkObjects } from '../backup/check-objects.ts'
import { openPlace } from '../backup/open-place.ts'
import { readOwnKeys, toPublicKeys } from '../backup/own-keys.ts'
import { findForeignSigner, readManifest } from '../backup/read-manifest.ts'
import { verifyFiles } from '../backup/verify-files.ts'
import { type Config, readConfig } from '../config/config.ts'
import { type BackupRecord, readLastBackups } from '../kernel/backup-records.ts'
import { type Database, openDatabase } from '../kernel/db/database.ts'
import { ensureServingLogin } from '../kernel/db/serving-login.ts'
import { openFileStore } from '../kernel/files/open-file-store.ts'
import { toFingerprint } from '../kernel/secrets.ts'
import { joinTold, tell } from '../kernel/texts/operator-language.ts'
import type { Command, CommandInput } from './command.ts'
import { reportProgress, untilInterrupted } from './report-progress.ts'
import { hasDatabase, withOwnerDatabase } from './with-owner-database.ts'

const verifyBackup = async (
  address: string,
  named: string | undefined,
  config: Config,
  print: CommandInput['print'],
) => {
  const place = openPlace(address, config)
  const backup = await findBackup(place, named)
  const manifest = await readManifest(place, backup)
  let faults = 0
  const onFault = (fault: string) => {
    faults += 1
    print(fault)
  }
  const publicKeys = toPublicKeys(await readOwnKeys(config))
  const foreign = publicKeys.length === 0 ? undefined : findForeignSigner(manifest, publicKeys)
  if (foreign !== undefined) onFault(foreign)
  const watch = { signal: untilInterrupted(tell('已中断')), onProgress: reportProgress() }
  await checkObjects(place, manifest, watch, onFault)
  const { files, tables } = manifest
  if (faults === 0)
    print(
      tell('备份 {backup}（{takenAt}）完好：{tables} 张表，{files} 个文件', {
        backup,
        takenAt: manifest.takenAt,
        tables: tables.length,
        files: files.count,
      }),
    )
  if (publicKeys.length === 0)
    print(
      tell('没有 SECRET_KEY，没有核对由谁签名；签名公钥的指纹是 {publicKey}，请与事先保存的核对', {
        publicKey: toFingerprint(manifest.publicKey),
      }),
    )
  return faults === 0 ? 0 : 1
}

const readPlatformCompany = async (database: Database): Promise<string> => {
  const { rows } = await database.statement({ text: 'select id from companies where platform', values: [] })
  if (rows[0]) return rows[0].id
  throw new Error(tell('系统尚未启动过，没有可核对的内容'))
}

const describeOutcome = (problem: string | null) =>
  problem === null ? tell('成功', { context: 'doctor' }) : tell(problem)
const describeRecord = ({ kind, name, endedAt, problem }: BackupRecord) =>
  kind === 'backup'
    ? tell('上一次备份：{name}，{endedAt}，{outcome}', { name, endedAt, outcome: describeOutcome(problem) })
    : tell('上一次演练恢复：{name}，{endedAt}，{outcome}', { name, endedAt, outcome: describeOutcome(problem) })

const verifyInstallation = async (config: Config, readsBytes: boolean, print: CommandInput['print']) => {
  if (!hasDatabase(config))
    throw new Error(tell('没有设置 DATABASE_URL，{dataDir} 里也没有数据库', { dataDir: config.dataDir }))
  return withOwnerDatabase(config, print, async (ownerUrl) => {
    const database = openDatabase(await ensureServingLogin(ownerUrl, config.servingLogin), 2)
    try {
      const s3 = config.s3 && { bucket: config.s3, installation: await readPlatformCompany(database) }
      const store = openFileStore(join(config.dataDir, 'files'), s3)
      const watch = { signal: untilInterrupted(tell('已中断')), onProgress: reportProgress() }
      const found = await verifyFiles(database, store, readsBytes, watch, print)
      const { files, missing, damaged, unnamed } = found
      const faults = [
        ...(missing > 0 ? [tell('缺失 {missing} 个', { missing })] : []),
        ...(damaged > 0 ? [tell('损坏 {damaged} 个', { damaged })] : []),
      ]
      const outcome = faults.length === 0 ? tell('全部完好') : joinTold(faults, '，')
      print(
        readsBytes
          ? tell('核对了 {files} 个文件的内容，{outcome}', { files, outcome })
          : tell('核对了 {files} 个文件，{outcome}', { files, outcome }),
      )
      if (unnamed > 0) print(tell('另有 {unnamed} 个文件没有记录，将由每天的清理处理', { unnamed }))
      for (const record of await readLastBackups(database)) print(describeRecord(record))
      return faults.length === 0 ? 0 : 1
    } finally {
      await database.close()
    }
  })
}

export const verify: Command = {
  summary: '核对备份是否完好；不写地址则核对本系统的文件',
  usage: '[目录 | s3://桶名/前缀 [--backup 备份名]] | [--digests]',
  options: { backup: { type: 'string' }, digests: { type: 'boolean' } },
  positionals: [0, 1],
  async run({ env, root, print, values, positionals: [address] }) {
    const config = readConfig(env, root)
    return address === undefined
      ? verifyInstallation(config, values.digests === true, print)
      : verifyBackup(address, values.backup as string | undefined, config, print)
  },
}
