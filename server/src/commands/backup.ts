import { join } from 'node:path'
import { findBackup } from '../backup/backups.ts'
import { readKeyring } from '../backup/installation-keys.ts'
import { type MadeBackup, makeBackup, type Watch } from '../backup/make-backup.ts'
import { openPlace } from '../backup/open-place.ts'
import { type OwnKeys, readOwnKeys } from '../backup/own-keys.ts'
import type { BackupPlace } from '../backup/place.ts'
import { proveBackup } from '../backup/prove-backup.ts'
import { recordDone, recordFailed } from '../backup/records.ts'
import { checkForRestore } from '../backup/restore-backup.ts'
import { describeBytes, describeMs } from '../backup/sizes.ts'
import { type Config, readConfig } from '../config/config.ts'
import { explainFailure } from '../explain-failure.ts'
import { asOwner } from '../kernel/db/as-owner.ts'
import { readMigrations } from '../kernel/db/migrations/migration-files.ts'
import { openFileStore } from '../kernel/files/open-file-store.ts'
import { tell, toStored } from '../kernel/texts/operator-language.ts'
import { migrationsFolder } from '../prepare-schema.ts'
import type { Command, CommandInput } from './command.ts'
import { reportProgress, untilInterrupted } from './report-progress.ts'
import { hasDatabase, withOwnerDatabase } from './with-owner-database.ts'

type Print = CommandInput['print']

const describe = ({ manifest, addedFiles, damagedFiles }: MadeBackup, ms: number): string[] => {
  const { name, tables, parts, files } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0).toLocaleString('en')
  const bytes = describeBytes(parts.reduce((sum, part) => sum + part.bytes, 0))
  const lacking = files.missing.length - damagedFiles
  return [
    tell(
      '备份 {name} 已完成：{tables} 张表 {rows} 行（{bytes}），{files} 个文件（{fileBytes}，新增 {addedFiles} 个），用时 {time}',
      {
        name,
        tables: tables.length,
        rows,
        bytes,
        files: files.count,
        fileBytes: describeBytes(files.bytes),
        addedFiles,
        time: describeMs(ms),
      },
    ),
    ...(lacking > 0
      ? [tell('注意：文件存储缺少 {lacking} 个文件，备份中也没有，可用 atrium verify 查看', { lacking })]
      : []),
    ...(damagedFiles > 0
      ? [
          tell('注意：文件存储中 {damagedFiles} 个文件已损坏，没有备份，可用 atrium verify --digests 查看', {
            damagedFiles,
          }),
        ]
      : []),
  ]
}

type Work = { config: Config; keys: OwnKeys; place: BackupPlace; watch: Watch; migrations: string; print: Print }

const backUp = async (ownerUrl: string, work: Work): Promise<string> => {
  const { config, keys, place, watch, migrations, print } = work
  const beganAt = new Date()
  const secrets = await asOwner(ownerUrl, (client) => readKeyring(client, keys))
  const openStore = (installation: string) =>
    openFileStore(join(config.dataDir, 'files'), config.s3 && { bucket: config.s3, installation })
  const { release } = await readMigrations(migrations)
  const made = await makeBackup({ ownerUrl, openStore, secrets, release }, place, watch)
  const { name, files } = made.manifest
  const details = { files: files.count, missingFiles: files.missing.length }
  await asOwner(ownerUrl, (client) =>
    recordDone(client, { kind: 'backup', name, place: place.address, beganAt, details }),
  )
  for (const line of describe(made, Date.now() - beganAt.getTime())) print(line)
  return name
}

const prove = async (ownerUrl: string, name: string, work: Work): Promise<void> => {
  const { config, keys, place, watch, migrations, print } = work
  const beganAt = new Date()
  const attempt = { kind: 'proof', name, place: place.address, beganAt } as const
  try {
    const keyring = await asOwner(ownerUrl, (client) => readKeyring(client, keys))
    const manifest = await checkForRestore(place, name, { migrations, keys }, watch)
    const source = { ownerUrl, givenLogin: config.servingLogin, migrations, keyring }
    const proof = await proveBackup(place, manifest, source, watch)
    await asOwner(ownerUrl, (client) => recordDone(client, { ...attempt, details: proof }))
    const { auditRows, checkpoints, sealedValues } = proof
    print(
      tell(
        '备份 {name} 演练恢复成功：审计链 {auditRows} 条记录、{checkpoints} 个检查点相符，{sealedValues} 个加密的值可解密，可登录，用时 {time}',
        { name, auditRows, checkpoints, sealedValues, time: describeMs(Date.now() - beganAt.getTime()) },
      ),
    )
  } catch (error) {
    const message = explainFailure(error)
    if (!watch.signal.aborted)
      await asOwner(ownerUrl, (client) => recordFailed(client, { ...attempt, details: {} }, toStored(message)))
    throw new Error(tell('备份 {name} 演练恢复失败：{message}', { name, message }))
  }
}

const usage = '目录 | s3://桶名/前缀 [--prove [--backup 备份名]]'

export const backup: Command = {
  summary: '备份整个系统；--prove 再演练恢复',
  usage,
  options: { prove: { type: 'boolean' }, backup: { type: 'string' } },
  positionals: [1, 1],
  async run({ env, root, print, values, positionals: [address = ''] }) {
    const { backup: named, prove: proves = false } = values
    if (named !== undefined && !proves) {
      print(tell('用法：atrium backup {usage}', { usage: tell(usage) }))
      return 2
    }
    const config = readConfig(env, root)
    if (!hasDatabase(config))
      throw new Error(tell('没有设置 DATABASE_URL，{dataDir} 里也没有数据库', { dataDir: config.dataDir }))
    const signal = untilInterrupted(tell('已中断，备份未完成，再次运行即可重新备份'))
    const watch = { signal, onProgress: reportProgress() }
    const place = openPlace(address, config)
    const migrations = migrationsFolder(root)
    const work = { config, keys: await readOwnKeys(config), place, watch, migrations, print }
    await withOwnerDatabase(config, print, async (ownerUrl) => {
      const name = named === undefined ? await backUp(ownerUrl, work) : await findBackup(place, String(named))
      if (proves) await prove(ownerUrl, name, work)
    })
    return 0
  },
}
