import { type ImportDetails, maxHeaderRows } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { Select } from '../../../ui/select.tsx'
import { TableTitles } from '../../../ui/table-titles.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { failureOptions, kindName, matchNames, modeOptions } from './import-words.ts'
import { columnLetters } from './public/column-letters.ts'
import { type Mapping, useMapping } from './use-mapping.ts'

type Parts = { found: ImportDetails; mapping: Mapping }
const toKey = (set: readonly string[]) => set.join(' ')

/** Rows that may hold the titles, each with what it holds. */
const headerOptions = (rows: ImportDetails['sheets'][number]['rows']) =>
  rows.slice(0, maxHeaderRows).map(({ row, cells }) => ({
    value: row,
    label: t('第 {row} 行：{cells}', { row, cells: listText(cells.filter((cell) => cell !== '')) }),
  }))

const Titles = ({ found, mapping: { chosen, chooseTitles } }: Parts) => {
  const { sheets } = found
  const headers = headerOptions(sheets[chosen.sheet]?.rows ?? [])
  return (
    <>
      {sheets.length > 1 && (
        <div className="import-option">
          <span>{t('工作表')}</span>
          <Select
            aria-label={t('工作表')}
            options={sheets.map(({ name }, at) => ({ value: at, label: name }))}
            value={chosen.sheet}
            onChange={(sheet = 0) => chooseTitles(sheet, sheets[sheet]?.header ?? 1)}
          />
        </div>
      )}
      {headers.length > 1 && (
        <div className="import-option import-titles">
          <span>{t('标题行')}</span>
          <Select
            aria-label={t('标题行')}
            options={headers}
            value={chosen.header}
            onChange={(header = chosen.header) => chooseTitles(chosen.sheet, header)}
          />
        </div>
      )}
    </>
  )
}

const Options = ({ found, mapping }: Parts) => {
  const { chosen, change } = mapping
  const findTitle = (field: string) => found.fields.find((each) => each.field === field)?.title ?? field
  return (
    <div className="import-options">
      <Titles found={found} mapping={mapping} />
      <div className="import-option">
        <span>{t('导入方式')}</span>
        <Segments
          label={t('导入方式')}
          options={modeOptions}
          value={chosen.mode}
          onChange={(mode) => change({ mode, keys: chosen.keys.length > 0 ? chosen.keys : (found.keySets[0] ?? []) })}
        />
      </div>
      {chosen.mode !== 'insert' && (
        <div className="import-option">
          <span>{t('更新依据')}</span>
          <Select
            aria-label={t('更新依据')}
            options={found.keySets.map((set) => ({ value: toKey(set), label: listText(set.map(findTitle)) }))}
            value={toKey(chosen.keys)}
            onChange={(key) => change({ keys: key ? key.split(' ') : [] })}
          />
        </div>
      )}
      <div className="import-option">
        <span>{t('出错时')}</span>
        <Segments
          label={t('出错时')}
          options={failureOptions}
          value={chosen.atomic ? 'none' : 'skip'}
          onChange={(value) => change({ atomic: value === 'none' })}
        />
      </div>
    </div>
  )
}

const Columns = ({ found, mapping: { chosen, columns, chooseField } }: Parts) => {
  const options = [
    { value: '-', label: t('不导入') },
    ...found.fields.map(({ field, title }) => ({ value: field, label: title })),
  ]
  const findMatch = (column: number, field: string) => {
    const isStored = found.sheet === chosen.sheet && found.sheets[chosen.sheet]?.header === chosen.header
    const stored = isStored ? found.mapping.find((each) => each.column === column) : undefined
    if (field === '') return 'none'
    return stored?.field === field ? stored.match : 'hand'
  }
  return (
    <table className="import-table import-columns">
      <TableTitles titles={[t('列'), t('表格标题'), t('对应字段'), t('类型'), t('首行的值'), t('匹配')]} />
      <tbody>
        {columns.map(({ title, sample }, column) => {
          if (title === '') return null
          const name = chosen.fields[column] ?? ''
          const field = found.fields.find((each) => each.field === name)
          const match = findMatch(column, name)
          return (
            <tr key={columnLetters(column)}>
              <td data-title={t('列')} className="import-quiet">
                {columnLetters(column)}
              </td>
              <th scope="row" data-title={t('表格标题')}>
                {title}
              </th>
              <td data-title={t('对应字段')}>
                <Select
                  aria-label={t('“{title}”的对应字段', { title })}
                  options={options}
                  value={name === '' ? '-' : name}
                  onChange={(value) => chooseField(column, value === '-' || value === undefined ? '' : value)}
                />
              </td>
              <td data-title={t('类型')}>
                {field?.required && <span className="import-required">* </span>}
                {field ? kindName(field.kind) : '—'}
              </td>
              <td data-title={t('首行的值')} className="import-quiet import-cut">
                {sample}
              </td>
              <td data-title={t('匹配')}>
                {match === 'title' || match === 'template' ? (
                  <span className="import-quiet">{matchNames[match]}</span>
                ) : (
                  <Tag tone={match === 'none' ? 'warn' : 'accent'}>{matchNames[match]}</Tag>
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

type MappingStepProps = { found: ImportDetails; onReplace: () => void; onChecked: () => void }

/** Shows which column is which field, and lets it be changed. */
export const MappingStep = ({ found, onReplace, onChecked }: MappingStepProps) => {
  const mapping = useMapping(found)
  const { missing, mappedCount, columns, problem } = mapping
  const titled = columns.filter(({ title }) => title !== '').length
  const rest = titled - mappedCount
  const state =
    missing.length > 0
      ? t('缺少必填字段：{missing}', { missing: listText(missing.map(({ title }) => title)) })
      : t('{titled} 列中 {mappedCount} 列已匹配{value}；必填字段齐全', {
          titled,
          mappedCount,
          value: rest > 0 ? t('，{rest} 列不导入', { rest }) : '',
        })
  return (
    <>
      <div className="import-step">
        {found.state === 'notChecked' && (
          <p role="alert" className="import-problem">
            {found.problem || t('试运行没有完成，请重试')}
          </p>
        )}
        <Options found={found} mapping={mapping} />
        <Columns found={found} mapping={mapping} />
      </div>
      <footer className="import-foot">
        <span
          role={problem ? 'alert' : 'status'}
          className={problem || missing.length > 0 ? 'import-problem' : 'import-quiet'}
        >
          {problem || state}
        </span>
        <Button onClick={onReplace}>{t('更换文件')}</Button>
        <Button
          look="primary"
          disabled={missing.length > 0 || mappedCount === 0}
          loading={mapping.isPending}
          onClick={() => void mapping.run().then((isStarted) => isStarted && onChecked())}
        >
          {t('试运行')}
        </Button>
      </footer>
    </>
  )
}
