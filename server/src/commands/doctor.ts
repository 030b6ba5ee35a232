import { type Config, inspectConfig } from '../config/config.ts'
import { type Finding, look, skip } from '../doctor/finding.ts'
import { lookAtDatabase, ofDatabase } from '../doctor/look-at-database.ts'
import { lookOutside } from '../doctor/look-outside.ts'
import { asOwner } from '../kernel/db/as-owner.ts'
import { joinTold, tell } from '../kernel/texts/operator-language.ts'
import type { Command } from './command.ts'
import { hasDatabase, withOwnerDatabase } from './with-owner-database.ts'

const advice = '请检查地址、登录、网络和数据库是否在运行'

const examineDatabase = async (config: Config, root: string): Promise<Finding[]> => {
  const unreachable = (found: Finding) => [found, ...skip(ofDatabase(), tell('未检查：数据库不可用'))]
  if (!hasDatabase(config)) {
    const name = tell('数据库')
    const text = tell('没有设置 DATABASE_URL，{dataDir} 里也没有数据库', { dataDir: config.dataDir })
    return unreachable({ name, state: 'wrong', text })
  }
  let findings: Finding[] = []
  const found = await look(
    tell('数据库'),
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
    tell(advice),
  )
  return findings.length > 0 ? [found, ...findings] : unreachable(found)
}

const describeState = (state: Finding['state']) =>
  ({ ok: () => tell('正常', { context: 'doctor' }), wrong: () => tell('有误'), skipped: () => tell('未查') })[state]()
const toLines = (findings: readonly Finding[]): string[] => {
  const width = Math.max(...findings.map(({ state }) => describeState(state).length))
  return findings.map(
    ({ name, state, text }) => `${describeState(state).padEnd(width)}  ${joinTold([name, text], '：')}`,
  )
}

export const doctor: Command = {
  summary: '检查数据库、连接池、Redis、文件、密钥、时钟、磁盘和邮件',
  usage: '[--json]',
  options: { json: { type: 'boolean' } },
  async run({ env, root, print, values }) {
    const { config, faults } = inspectConfig(env, root)
    const settings: Finding = {
      name: tell('设置', { context: 'doctor' }),
      state: faults.length === 0 ? 'ok' : 'wrong',
      text: faults.length === 0 ? tell('没有错误') : joinTold(faults, '；'),
    }
    const findings = config
      ? [settings, ...(await examineDatabase(config, root)), ...(await lookOutside(config))]
      : [settings]
    if (values.json) print(JSON.stringify(findings, null, 2))
    else toLines(findings).forEach(print)
    return Number(findings.some(({ state }) => state === 'wrong'))
  },
}
