import {
  type Change,
  type Difference,
  type RestoreOutcome,
  recoveryContract,
} from '@atrium/contract/features/tenancy/recovery/recovery.contract.ts'
import { type ComparedKind, columnNames, kindNames } from '@atrium/contract/features/tenancy/recovery/recovery-words.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { useState } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { Empty } from '../../../ui/empty.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { TableTitles } from '../../../ui/table-titles.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { changeNames, outcomeNames, outcomeTones } from './recovery-state.ts'

/** Rows of one kind and change, or those of which one thing has become. */
export type ShownRows = { kind?: ComparedKind; change?: Change; outcome?: RestoreOutcome }

const sizes = [20, 50, 100]
const toTitle = ({ kind, change, outcome }: ShownRows) =>
  outcome
    ? t('{outcome}的数据', { outcome: outcomeNames[outcome] })
    : t('{change}的{kind}', { change: change ? changeNames[change] : '', kind: kind ? t(kindNames[kind]) : t('数据') })
const listFields = ({ change, fields }: Difference) =>
  change === 'changed' ? listText(fields.map((field) => t(columnNames[field] ?? field))) : '—'

const Row = ({ row, withKind }: { row: Difference; withKind: boolean }) => (
  <tr>
    <th scope="row" data-title={t('名称')}>
      {withKind && <span className="recovery-quiet">{t(kindNames[row.kind])} </span>}
      {row.name || t(kindNames[row.kind])}
    </th>
    <td data-title={t('变更项')}>{listFields(row)}</td>
    <td data-title={t('恢复结果')}>
      {row.outcome ? <Tag tone={outcomeTones[row.outcome]}>{outcomeNames[row.outcome]}</Tag> : '—'}
      {row.note !== '' && <span className="recovery-note">{row.note}</span>}
    </td>
  </tr>
)

type DifferingRowsProps = { companyId: string; comparisonId: string; shown: ShownRows }

/** Rows that differ, by name, with the names of what was changed. */
export const DifferingRows = ({ companyId, comparisonId, shown }: DifferingRowsProps) => {
  const [{ page, size }, setPage] = useState({ page: 1, size: 20 })
  const { kind, change, outcome } = shown
  const filter = {
    ...(kind && { 'f.kind': kind }),
    ...(change && { 'f.change': change }),
    ...(outcome && { 'f.outcome': outcome }),
  }
  const params = { id: companyId, comparisonId }
  const { data } = useRead(recoveryContract.differences, { params, query: { ...filter, page, size } })
  const title = toTitle(shown)
  return (
    <section aria-label={title} className="recovery-rows">
      <h3 className="recovery-heading">{title}</h3>
      {data?.total === 0 ? (
        <Empty title={t('暂无{title}', { title })} />
      ) : (
        <table className="recovery-table">
          <TableTitles titles={[t('名称'), t('变更项'), t('恢复结果')]} />
          <tbody>
            {data?.data.map((row) => (
              <Row key={`${row.kind}${row.id}`} row={row} withKind={kind === undefined} />
            ))}
          </tbody>
        </table>
      )}
      {(data?.total ?? 0) > size && (
        <Pagination
          page={page}
          size={size}
          sizes={sizes}
          total={data?.total}
          more={data?.more ?? false}
          onChange={(nextPage, nextSize) => setPage({ page: nextPage, size: nextSize })}
        />
      )}
    </section>
  )
}
