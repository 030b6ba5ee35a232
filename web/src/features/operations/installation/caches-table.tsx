import type { InstallationState } from '@atrium/contract/features/operations/installation/installation.contract.ts'
import { numberText } from '../../../ui/number-text.ts'
import { t } from '../../../ui/texts.ts'
import { cacheText } from './installation-words.ts'
import { StateTable } from './state-table.tsx'
import { toColumn } from './to-column.ts'

type Nodes = InstallationState['nodes']
type Cache = { name: string; hits: number; misses: number }

/** What all running nodes have read from each cache since their start. */
const sumCaches = (nodes: Nodes): Cache[] => {
  const reads = nodes.flatMap(({ condition }) => condition?.caches ?? [])
  return [...Map.groupBy(reads, ({ name }) => name)].map(([name, all]) => ({
    name,
    hits: all.reduce((sum, { hits }) => sum + hits, 0),
    misses: all.reduce((sum, { misses }) => sum + misses, 0),
  }))
}
const shareText = ({ hits, misses }: Cache): string =>
  hits + misses === 0 ? '' : `${((100 * hits) / (hits + misses)).toFixed(1)}%`
const right = { alignRight: true } as const
const columns = [
  toColumn<Cache>(t('缓存'), 200, ({ name }) => cacheText(name), { grows: true }),
  toColumn<Cache>(t('命中'), 120, ({ hits }) => numberText(hits), right),
  toColumn<Cache>(t('未命中'), 120, ({ misses }) => numberText(misses), right),
  toColumn<Cache>(t('命中率'), 96, shareText, right),
]

/** Caches of all nodes together. */
export const CachesTable = ({ nodes }: { nodes: Nodes }) => (
  <StateTable<Cache> title={t('缓存')} columns={columns} rows={sumCaches(nodes)} empty={t('节点尚未报告')} />
)
