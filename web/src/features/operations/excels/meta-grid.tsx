import type { ExcelColumn, ExcelField } from '@atrium/contract/features/operations/excels/excels.contract.ts'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { LineInput } from '../../../ui/line-input.tsx'
import { NumberInput } from '../../../ui/number-input.tsx'
import { PlainCheckbox } from '../../../ui/plain-checkbox.tsx'
import { TableTitles } from '../../../ui/table-titles.tsx'
import { t } from '../../../ui/texts.ts'
import { columnLetters } from '../imports/public/column-letters.ts'
import type { Meta } from './use-meta.ts'

type CellProps = { column: ExcelColumn; field: ExcelField; onChange: (part: Partial<ExcelColumn>) => void }

const lengthKinds: readonly string[] = ['text', 'phone', 'mail', 'idcard']
const numberKinds: readonly string[] = ['number', 'decimal2', 'percent']

/** Least and most characters of a text, or least and most of a number; other kinds have no range. */
const Range = ({ column, field: { kind, options }, onChange }: CellProps) => {
  const { title, min, max, minLength, maxLength } = column
  if (options.length > 0) return <span className="excel-quiet">{t('下拉选择')}</span>
  if (lengthKinds.includes(kind))
    return (
      <span className="excel-range">
        <NumberInput
          aria-label={t('{title}：最少字符', { title })}
          value={minLength}
          onChange={(next) => onChange({ minLength: next })}
        />
        <span aria-hidden>–</span>
        <NumberInput
          aria-label={t('{title}：最多字符', { title })}
          value={maxLength}
          onChange={(next) => onChange({ maxLength: next })}
        />
      </span>
    )
  if (numberKinds.includes(kind))
    return (
      <span className="excel-range">
        <NumberInput
          aria-label={t('{title}：最小值', { title })}
          value={min}
          onChange={(next) => onChange({ min: next })}
        />
        <span aria-hidden>–</span>
        <NumberInput
          aria-label={t('{title}：最大值', { title })}
          value={max}
          onChange={(next) => onChange({ max: next })}
        />
      </span>
    )
  return (
    <span className="excel-quiet">{kind === 'date' ? t('日期') : kind === 'datetime' ? t('时间') : t('不限')}</span>
  )
}

/** What texts match; other kinds have a form of their own. */
const Pattern = ({ column: { title, pattern }, field: { kind, options }, onChange }: CellProps) =>
  options.length > 0 || kind !== 'text' ? (
    <span className="excel-quiet">{t('不限')}</span>
  ) : (
    <LineInput
      aria-label={t('{title}：正则格式', { title })}
      placeholder={t('不限')}
      maxLength={100}
      value={pattern}
      onChange={(next) => onChange({ pattern: next })}
    />
  )

const Cells = ({ column, field, onChange }: CellProps) => {
  const { title, required, unique, default: text, example, note, width } = column
  return (
    <>
      <td data-title={t('字段')}>{field.title}</td>
      <td data-title={t('列标题')}>
        <LineInput
          aria-label={t('{title}的列标题', { title: field.title })}
          count={{ max: 50 }}
          value={title}
          onChange={(next) => onChange({ title: next })}
        />
      </td>
      <td data-title={t('必填')}>
        <PlainCheckbox checked={required} onChange={(next) => onChange({ required: next })}>
          <span className="excel-hidden">{t('{title}：必填', { title })}</span>
        </PlainCheckbox>
      </td>
      <td data-title={t('不可重复')}>
        <PlainCheckbox checked={unique} onChange={(next) => onChange({ unique: next })}>
          <span className="excel-hidden">{t('{title}：不可重复', { title })}</span>
        </PlainCheckbox>
      </td>
      <td data-title={t('范围')}>
        <Range column={column} field={field} onChange={onChange} />
      </td>
      <td data-title={t('正则格式')}>
        <Pattern column={column} field={field} onChange={onChange} />
      </td>
      <td data-title={t('默认值')}>
        <LineInput
          aria-label={t('{title}：默认值', { title })}
          placeholder={t('无')}
          maxLength={200}
          value={text}
          onChange={(next) => onChange({ default: next })}
        />
      </td>
      <td data-title={t('示例')}>
        <LineInput
          aria-label={t('{title}：示例', { title })}
          count={{ max: 200 }}
          value={example}
          onChange={(next) => onChange({ example: next })}
        />
      </td>
      <td data-title={t('说明')}>
        <LineInput
          aria-label={t('{title}：说明', { title })}
          count={{ max: 200 }}
          value={note}
          onChange={(next) => onChange({ note: next })}
        />
      </td>
      <td data-title={t('列宽')}>
        <NumberInput
          aria-label={t('{title}：列宽', { title })}
          value={width}
          onChange={(next) => onChange({ width: next ?? 0 })}
        />
      </td>
    </>
  )
}

/** The columns of a template as rows that are edited in place. `wrong`: the column that is refused. */
export const MetaGrid = ({ meta, wrong }: { meta: Meta; wrong: number | undefined }) => (
  <table className="excel-grid" aria-label={t('模板的列')}>
    <TableTitles
      titles={[
        t('列'),
        t('字段'),
        t('列标题'),
        t('必填'),
        t('不可重复'),
        t('范围'),
        t('正则格式'),
        t('默认值'),
        t('示例'),
        t('说明'),
        t('列宽'),
        t('操作'),
      ]}
    />
    <tbody>
      {meta.columns.map((column, at) => {
        const field = meta.findField(column.field)
        return (
          field && (
            <tr key={column.field} data-wrong={wrong === at || undefined}>
              <th scope="row">{columnLetters(at)}</th>
              <Cells column={column} field={field} onChange={(part) => meta.change(at, part)} />
              <td data-title={t('操作')}>
                <span className="excel-moves">
                  <Button
                    look="quiet"
                    aria-label={t('上移{title}', { title: column.title })}
                    title={t('上移')}
                    disabled={at === 0}
                    icon={<ArrowUp aria-hidden size={14} />}
                    onClick={() => meta.move(at, -1)}
                  />
                  <Button
                    look="quiet"
                    aria-label={t('下移{title}', { title: column.title })}
                    title={t('下移')}
                    disabled={at === meta.columns.length - 1}
                    icon={<ArrowDown aria-hidden size={14} />}
                    onClick={() => meta.move(at, 1)}
                  />
                  <Button
                    look="quiet"
                    aria-label={t('移除{title}', { title: column.title })}
                    title={field.required ? t('新增时必填的字段不能移除') : t('移除')}
                    disabled={field.required}
                    icon={<X aria-hidden size={14} />}
                    onClick={() => meta.remove(at)}
                  />
                </span>
              </td>
            </tr>
          )
        )
      })}
    </tbody>
  </table>
)
