import { type Config, inspectConfig } from '../config/config.ts'
import { type Finding, look, skip } from '../doctor/finding.ts'
import { lookAtDatabase, ofDatabase } from '../doctor/look-at-database.ts'
import { lookOutside } from '../doctor/look-outside.ts'
import { asOwner } from '../kernel/db/as-owner.ts'
import type { Command } from './command.ts'
import { hasDatabase, withOwnerDatabase } from './with-owner-database.ts'

const name = '数据库'
const advice = '请检查地址、登录、网络和数据库是否在运行'

const examineDatabase = async (config: Config, root: string): Promise<Finding[]> => {
  const unreachable = (found: Finding) => [found, ...skip(ofDatabase, '未检查：数据库不可用')]
  if (!hasDatabase(config)) {
    const text = `没有设置 DATABASE_URL，${config.dataDir} 里也没有数据库`
    return unreachable({ name, state: 'wrong', text })
  }
  let findings: Finding[] = []
  const found = await look(
    name,
    () =>
      withOwnerDatabase(
        config,
        () => undefined,
        async (ownerUrl) => {
          const version = await asOwner(ownerUrl, async (client) => {
            const { rows } = await client.query<{ version: string }>(
              `select current_setting('server_version') as version`,
            )
            return rows[0]?.version
          })
          findings = await lookAtDatabase(ownerUrl, config, root)
          return `PostgreSQL ${version}`
        },
      ),
    advice,
  )
  return findings.length > 0 ? [found, ...findings] : unreachable(found)
}

const marks = { ok: '正常', wrong: '有误', skipped: '未查' }
const toLine = ({ name: part, state, text }: Finding) => `${marks[state]}  ${part}：${text}`

export const doctor: Command = {
  summary: '检查数据库、连接池、Redis、文件、密钥、时钟、磁盘和邮件',
  usage: '[--json]',
  options: { json: { type: 'boolean' } },
  async run({ env, root, print, values }) {
    const { config, faults } = inspectConfig(env, root)
    const settings: Finding = {
      name: '设置',
      state: faults.length === 0 ? 'ok' : 'wrong',
      text: faults.length === 0 ? '没有错误' : faults.join('；'),
    }
    const findings = config
      ? [settings, ...(await examineDatabase(config, root)), ...(await lookOutside(config))]
      : [settings]
    if (values.json) print(JSON.stringify(findings, null, 2))
    else for (const finding of findings) print(toLine(finding))
    return Number(findings.some(({ state }) => state === 'wrong'))
  },
}
