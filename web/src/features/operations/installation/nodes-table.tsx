import type { InstallationState } from '@atrium/contract/features/operations/installation/installation.contract.ts'
import { formatBytes } from '../../../ui/format-bytes.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { processText } from './installation-words.ts'
import { StateTable } from './state-table.tsx'
import { toColumn } from './to-column.ts'

type Node = InstallationState['nodes'][number]

const poolText = ({ condition }: Node): string => {
  if (!condition) return ''
  const { busy, size, waiting } = condition.pool
  return waiting > 0 ? t('{busy} / {size}，{waiting} 个等待', { busy, size, waiting }) : `${busy} / ${size}`
}
const diskText = ({ condition }: Node): string =>
  condition && condition.diskFreeBytes !== null ? formatBytes(condition.diskFreeBytes) : ''

const columns = [
  toColumn<Node>(t('节点', { context: 'singular' }), 140, ({ name }) => name, { grows: true }),
  toColumn<Node>(t('状态'), 88, ({ lost }) => (
    <Tag tone={lost ? 'danger' : 'good'}>{lost ? t('失联') : t('运行中')}</Tag>
  )),
  toColumn<Node>(t('职责'), 180, ({ processes }) => processText(processes), { grows: true }),
  toColumn<Node>(t('版本'), 88, ({ version }) => version),
  toColumn<Node>(t('启动时间'), 176, ({ startTime }) => <Time at={startTime} />, { stays: false }),
  toColumn<Node>(t('最后报告'), 104, ({ seenTime }) => <RelativeTime at={seenTime} />),
  toColumn<Node>(t('数据库连接'), 120, poolText),
  toColumn<Node>(t('实时连接'), 88, ({ condition }) => condition && String(condition.streams), { alignRight: true }),
  toColumn<Node>(t('内存'), 96, ({ condition }) => condition && formatBytes(condition.memoryBytes), {
    alignRight: true,
  }),
  toColumn<Node>(t('磁盘可用'), 96, diskText, { alignRight: true }),
]

/** The processes that serve, and those that have ended without saying so. */
export const NodesTable = ({ nodes }: { nodes: readonly Node[] }) => (
  <StateTable<Node> title={t('节点')} columns={columns} rows={nodes} empty={t('没有运行中的节点')} />
)
