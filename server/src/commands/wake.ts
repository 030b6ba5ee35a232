import { join } from 'node:path'
import { wake as wakeInstallation } from '../backup/wake.ts'
import { readConfig } from '../config/config.ts'
import { openFileStore } from '../kernel/files/open-file-store.ts'
import { tell } from '../kernel/texts/operator-language.ts'
import type { Command } from './command.ts'
import { hasDatabase, withOwnerDatabase } from './with-owner-database.ts'

export const wake: Command = {
  summary: '唤醒由备份恢复的系统，开始发送消息和运行后台任务',
  usage: '[--take-files]',
  options: { 'take-files': { type: 'boolean' } },
  async run({ env, root, print, values }) {
    const config = readConfig(env, root)
    if (!hasDatabase(config))
      throw new Error(tell('没有设置 DATABASE_URL，{dataDir} 里也没有数据库', { dataDir: config.dataDir }))
    const openMark = (installation: string) =>
      openFileStore(join(config.dataDir, 'files'), config.s3 && { bucket: config.s3, installation }).mark
    const waiting = await withOwnerDatabase(config, print, (ownerUrl) =>
      wakeInstallation(ownerUrl, openMark, values['take-files'] === true),
    )
    if (waiting)
      print(
        tell('已唤醒：将发送 {messages} 条消息、{deliveries} 个 Webhook 推送，运行 {jobs} 个后台任务', {
          messages: waiting.messages,
          deliveries: waiting.deliveries,
          jobs: waiting.jobs,
        }),
      )
    else print(tell('该系统没有处于静默状态'))
    return 0
  },
}
