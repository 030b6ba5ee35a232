import {
  type ImportRow,
  type ImportRowsQuery,
  importsContract,
  type Verdict,
} from '@atrium/contract/features/operations/imports/imports.contract.ts'
import { Fragment, useState } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { Empty } from '../../../ui/empty.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { TableTitles } from '../../../ui/table-titles.tsx'
import { t } from '../../../ui/texts.ts'

const sizes = [20, 50, 100]
type Line = { key: string; title: string; before: string; after: string; isProblem: boolean }

/** What is said of a row: its changed fields, or what is wrong with it. */
const listLines = ({ changes, problems, note, verdict, outcome }: ImportRow): Line[] => [
  ...problems.map(({ field, title, value, msg }, at) => ({
    key: `${field}${at}`,
    title: title || t('整行'),
    before: value,
    after: msg,
    isProblem: true,
  })),
  ...(verdict === 'changed' && outcome === ''
    ? changes.map(({ field, title, before, after }) => ({ key: field, title, before, after, isProblem: false }))
    : []),
  ...(note === '' ? [] : [{ key: 'note', title: t('整行'), before: '', after: note, isProblem: true }]),
]

const RowLines = ({ row }: { row: ImportRow }) => {
  const lines = listLines(row)
  return (
    <>
      {lines.map(({ key, title, before, after, isProblem }, at) => (
        <tr key={key}>
          {at === 0 && (
            <>
              <td data-title={t('行')} rowSpan={lines.length}>
                {row.row}
              </td>
              <th scope="row" data-title={t('名称')} rowSpan={lines.length}>
                {row.name || '—'}
              </th>
            </>
          )}
          <td data-title={t('字段')}>{title}</td>
          <td data-title={isProblem ? t('值') : t('现在')} className={isProblem ? 'import-wrong' : 'import-quiet'}>
            {before || (isProblem ? '' : t('空'))}
          </td>
          <td data-title={isProblem ? t('原因') : t('导入后')}>{after}</td>
        </tr>
      ))}
    </>
  )
}

/** A row that is added, with what it will hold, or one that stays as it is. */
const WholeRow = ({ row: { row, name, verdict, changes } }: { row: ImportRow }) => (
  <tr>
    <td data-title={t('行')}>{row}</td>
    <th scope="row" data-title={t('名称')}>
      {name || '—'}
    </th>
    <td data-title={t('内容')}>
      {verdict === 'same' ? (
        <span className="import-quiet">{t('无变化')}</span>
      ) : (
        <ul className="import-values">
          {changes.map(({ field, title, after }) => (
            <li key={field}>
              <span className="import-quiet">{title}</span> {after}
            </li>
          ))}
        </ul>
      )}
    </td>
  </tr>
)

type Filter = Pick<ImportRowsQuery, 'f.verdict' | 'f.outcome'>
const wholeRows: ReadonlySet<string> = new Set<Verdict>(['new', 'same'])
const listTitles = ({ 'f.verdict': verdict }: Filter) => {
  if (verdict === 'changed') return [t('行'), t('名称'), t('字段'), t('现在'), t('导入后')]
  return verdict && wholeRows.has(verdict)
    ? [t('行'), t('名称'), t('内容')]
    : [t('行'), t('名称'), t('字段'), t('值'), t('原因')]
}

type ImportRowsProps = { id: string; label: string; filter: Filter }

/** Rows of an import with their changed fields or problems. */
export const ImportRows = ({ id, label, filter }: ImportRowsProps) => {
  const [{ page, size }, setPage] = useState({ page: 1, size: 20 })
  const { data } = useRead(importsContract.importRows, { params: { id }, query: { ...filter, page, size } })
  if (data?.total === 0) return <Empty title={t('暂无{label}', { label })} />
  const isWhole = wholeRows.has(filter['f.verdict'] ?? 'refused')
  const titles = listTitles(filter)
  return (
    <section aria-label={label} className="import-rows">
      {filter['f.outcome'] !== undefined && <h3 className="import-heading">{label}</h3>}
      <table className="import-table">
        <TableTitles titles={titles} />
        <tbody>
          {data?.data.map((row) => (
            <Fragment key={row.row}>{isWhole ? <WholeRow row={row} /> : <RowLines row={row} />}</Fragment>
          ))}
        </tbody>
      </table>
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
