import { join } from 'node:path'
import { findBackup } from '../backup/backups.ts'
import { openPlace } from '../backup/open-place.ts'
import { readOwnKeys } from '../backup/own-keys.ts'
import { checkForRestore, restoreBackup } from '../backup/restore-backup.ts'
import { describeMs } from '../backup/sizes.ts'
import { readConfig } from '../config/config.ts'
import { openFileStore } from '../kernel/files/open-file-store.ts'
import { tell } from '../kernel/texts/operator-language.ts'
import { migrationsFolder } from '../prepare-schema.ts'
import type { Command } from './command.ts'
import { reportProgress, untilInterrupted } from './report-progress.ts'
import { withOwnerDatabase } from './with-owner-database.ts'

export const restore: Command = {
  summary: '把备份恢复到空的数据库和文件存储',
  usage: '目录 | s3://桶名/前缀 [--backup 备份名]',
  options: { backup: { type: 'string' } },
  positionals: [1, 1],
  async run({ env, root, print, values, positionals: [address = ''] }) {
    const startedAt = performance.now()
    const config = readConfig(env, root)
    const watch = {
      signal: untilInterrupted(tell('已中断，恢复未完成，再次运行即可继续')),
      onProgress: reportProgress(),
    }
    const place = openPlace(address, config)
    const backup = await findBackup(place, values.backup as string | undefined)
    const migrations = migrationsFolder(root)
    const manifest = await checkForRestore(place, backup, { migrations, keys: await readOwnKeys(config) }, watch)
    const openStore = (installation: string) =>
      openFileStore(join(config.dataDir, 'files'), config.s3 && { bucket: config.s3, installation })
    const givenLogin = config.servingLogin?.name
    await withOwnerDatabase(config, print, (ownerUrl) =>
      restoreBackup(place, manifest, { ownerUrl, openStore, givenLogin, migrations }, watch),
    )
    print(
      tell('备份 {backup}（{takenAt}）已恢复，用时 {time}', {
        backup,
        takenAt: manifest.takenAt,
        time: describeMs(performance.now() - startedAt),
      }),
    )
    print(
      tell(
        '该系统处于静默状态：可以登录和使用，但不发送短信、邮件和 Webhook，不运行后台任务。确认无误后运行 atrium wake',
      ),
    )
    return 0
  },
}
