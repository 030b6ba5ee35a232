import type { InstallationState } from '@atrium/contract/features/operations/installation/installation.contract.ts'
import { formatBytes } from '../../../ui/format-bytes.ts'
import { numberText } from '../../../ui/number-text.ts'
import { t } from '../../../ui/texts.ts'
import { StateTable } from './state-table.tsx'
import { toColumn } from './to-column.ts'

type Table = InstallationState['largestTables'][number]

const columns = [
  toColumn<Table>(t('表'), 200, ({ name }) => name, { grows: true }),
  toColumn<Table>(t('大小'), 120, ({ bytes }) => formatBytes(bytes), { alignRight: true }),
  toColumn<Table>(t('行数（估计）'), 140, ({ rows }) => numberText(rows), { alignRight: true }),
]

/** The largest tables of the database, with their indexes. */
export const DatabaseTables = ({ tables }: { tables: readonly Table[] }) => (
  <StateTable<Table> title={t('最大的表')} columns={columns} rows={tables} empty={t('没有表')} />
)
