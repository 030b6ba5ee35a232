import { openPlace } from '../backup/open-place.ts'
import { pruneBackups } from '../backup/prune-backups.ts'
import { readConfig } from '../config/config.ts'
import { tell } from '../kernel/texts/operator-language.ts'
import type { Command } from './command.ts'
import { reportProgress, untilInterrupted } from './report-progress.ts'

const usage = '目录 | s3://桶名/前缀 --keep 份数 [--days 天数]'
const isWhole = (text: string) => /^\d{1,5}$/.test(text)

export const prune: Command = {
  summary: '清理旧备份，以及不再有备份使用的文件',
  usage,
  options: { keep: { type: 'string', default: '' }, days: { type: 'string', default: '0' } },
  positionals: [1, 1],
  async run({ env, root, print, values, positionals: [address = ''] }) {
    const { keep, days } = values
    if (!isWhole(String(keep)) || Number(keep) === 0 || !isWhole(String(days))) {
      print(tell('用法：atrium prune {usage}，至少保留一份', { usage: tell(usage) }))
      return 2
    }
    const place = openPlace(address, readConfig(env, root))
    const watch = { signal: untilInterrupted(tell('已中断，再次运行即可继续清理')), onProgress: reportProgress() }
    const pruned = await pruneBackups(place, { newest: Number(keep), days: Number(days) }, watch)
    print(
      tell('已删除 {count} 个备份和 {files} 个文件，保留 {kept} 个备份', {
        count: pruned.backups.length,
        files: pruned.files,
        kept: pruned.kept,
      }),
    )
    return 0
  },
}
