import type { InstallationState } from '@atrium/contract/features/operations/installation/installation.contract.ts'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { numberText } from '../../../ui/number-text.ts'
import { t } from '../../../ui/texts.ts'
import { lengthText } from './installation-words.ts'
import { StateTable } from './state-table.tsx'
import { toColumn } from './to-column.ts'

type Statements = InstallationState['statements']
type Statement = NonNullable<Statements>[number] & { name: string }

const right = { alignRight: true } as const
const columns = [
  toColumn<Statement>(t('语句'), 320, ({ text }) => <EllipsisText>{text}</EllipsisText>, { grows: true }),
  toColumn<Statement>(t('次数'), 120, ({ calls }) => numberText(calls), right),
  toColumn<Statement>(t('平均用时'), 120, ({ meanMs }) => t('{meanMs} 毫秒', { meanMs: meanMs.toFixed(1) }), right),
  toColumn<Statement>(t('总用时'), 120, ({ totalMs }) => lengthText(totalMs / 1000), right),
]

/** Statements that took most time. */
export const StatementsTable = ({ statements }: { statements: Statements }) => (
  <StateTable<Statement>
    title={t('耗时最多的语句')}
    columns={columns}
    rows={(statements ?? []).map((statement) => ({ ...statement, name: statement.text }))}
    empty={statements === null ? t('数据库未启用 pg_stat_statements，启用方法见运维手册') : t('没有语句')}
  />
)
