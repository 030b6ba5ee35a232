import type { InstallationState } from '@atrium/contract/features/operations/installation/installation.contract.ts'
import { t } from '../../../ui/texts.ts'
import { lengthText } from './installation-words.ts'

/** As long as the alert of the monitoring waits. */
const stuckSeconds = 300
const scarceShare = 0.9

/** Whether the oldest due job of a queue has waited for too long. */
export const isStuck = ({ oldestSeconds }: Pick<InstallationState['queues'][number], 'oldestSeconds'>): boolean =>
  oldestSeconds >= stuckSeconds

const findNodeFaults = ({ nodes }: InstallationState): string[] =>
  nodes.flatMap(({ name, lost, condition }) => {
    if (lost) return [t('节点 {name} 已失联', { name })]
    return condition && condition.pool.waiting > 0
      ? [t('节点 {name} 有 {waiting} 个请求在等待数据库连接', { name, waiting: condition.pool.waiting })]
      : []
  })
const findScheduleFaults = ({ schedules }: InstallationState): string[] =>
  schedules.flatMap(({ title, problem, overdueSeconds }) => {
    if (problem !== null) return [t('定时任务“{title}”上次执行失败', { title })]
    return overdueSeconds > 0
      ? [t('定时任务“{title}”逾期 {overdueSeconds}未执行', { title, overdueSeconds: lengthText(overdueSeconds) })]
      : []
  })

const findBackupFaults = ({ backups }: InstallationState): string[] =>
  backups.flatMap(({ kind, problem }) =>
    problem === null ? [] : [kind === 'backup' ? t('上次备份失败') : t('上次备份验证失败')],
  )

/** What the operator has to look after, one line each. */
export const findFaults = (state: InstallationState): string[] => {
  const { queues, database, migrations } = state
  const working = state.nodes.some(({ lost, processes }) => !lost && processes.includes('jobs'))
  return [
    ...(state.quietTime === null ? [] : [t('这是恢复的副本，执行 atrium wake 之前不发送消息，也不执行后台任务')]),
    ...findNodeFaults(state),
    ...(working ? [] : [t('没有执行后台任务的节点')]),
    ...queues.filter(isStuck).map((queue) =>
      t('队列 {name} 已有 {oldestSeconds}未处理', {
        name: queue.name,
        oldestSeconds: lengthText(queue.oldestSeconds),
      }),
    ),
    ...findScheduleFaults(state),
    ...findBackupFaults(state),
    ...(database.connections > scarceShare * database.maxConnections ? [t('数据库连接即将用尽')] : []),
    ...(database.orderChanged ? [t('操作系统的排序规则已更新，列表可能漏行，请运行 atrium doctor')] : []),
    ...(migrations.pending.length > 0 ? [t('{count} 个迁移待执行', { count: migrations.pending.length })] : []),
  ]
}
