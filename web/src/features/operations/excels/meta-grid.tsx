import type { ExcelColumn, ExcelField } from '@atrium/contract/features/operations/excels/excels.contract.ts'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { LineInput } from '../../../ui/line-input.tsx'
import { NumberInput } from '../../../ui/number-input.tsx'
import { PlainCheckbox } from '../../../ui/plain-checkbox.tsx'
import { TableTitles } from '../../../ui/table-titles.tsx'
import { columnLetters } from '../imports/public/column-letters.ts'
import type { Meta } from './use-meta.ts'

type CellProps = { column: ExcelColumn; field: ExcelField; onChange: (part: Partial<ExcelColumn>) => void }

const lengthKinds: readonly string[] = ['text', 'phone', 'mail', 'idcard']
const numberKinds: readonly string[] = ['number', 'decimal2', 'percent']

/** Least and most characters of a text, or least and most of a number; other kinds have no range. */
const Range = ({ column, field: { kind, options }, onChange }: CellProps) => {
  const { title, min, max, minLength, maxLength } = column
  if (options.length > 0) return <span className="excel-quiet">下拉选择</span>
  if (lengthKinds.includes(kind))
    return (
      <span className="excel-range">
        <NumberInput
          aria-label={`${title}：最少字符`}
          value={minLength}
          onChange={(next) => onChange({ minLength: next })}
        />
        <span aria-hidden>–</span>
        <NumberInput
          aria-label={`${title}：最多字符`}
          value={maxLength}
          onChange={(next) => onChange({ maxLength: next })}
        />
      </span>
    )
  if (numberKinds.includes(kind))
    return (
      <span className="excel-range">
        <NumberInput aria-label={`${title}：最小值`} value={min} onChange={(next) => onChange({ min: next })} />
        <span aria-hidden>–</span>
        <NumberInput aria-label={`${title}：最大值`} value={max} onChange={(next) => onChange({ max: next })} />
      </span>
    )
  return <span className="excel-quiet">{kind === 'date' ? '日期' : kind === 'datetime' ? '时间' : '不限'}</span>
}

/** What texts match; other kinds have a form of their own. */
const Pattern = ({ column: { title, pattern }, field: { kind, options }, onChange }: CellProps) =>
  options.length > 0 || kind !== 'text' ? (
    <span className="excel-quiet">不限</span>
  ) : (
    <LineInput
      aria-label={`${title}：正则格式`}
      placeholder="不限"
      maxLength={100}
      value={pattern}
      onChange={(next) => onChange({ pattern: next })}
    />
  )

const Cells = ({ column, field, onChange }: CellProps) => {
  const { title, required, unique, default: text, example, note, width } = column
  return (
    <>
      <td data-title="字段">{field.title}</td>
      <td data-title="列标题">
        <LineInput
          aria-label={`${field.title}的列标题`}
          count={{ max: 50 }}
          value={title}
          onChange={(next) => onChange({ title: next })}
        />
      </td>
      <td data-title="必填">
        <PlainCheckbox checked={required} onChange={(next) => onChange({ required: next })}>
          <span className="excel-hidden">{`${title}：必填`}</span>
        </PlainCheckbox>
      </td>
      <td data-title="不可重复">
        <PlainCheckbox checked={unique} onChange={(next) => onChange({ unique: next })}>
          <span className="excel-hidden">{`${title}：不可重复`}</span>
        </PlainCheckbox>
      </td>
      <td data-title="范围">
        <Range column={column} field={field} onChange={onChange} />
      </td>
      <td data-title="正则格式">
        <Pattern column={column} field={field} onChange={onChange} />
      </td>
      <td data-title="默认值">
        <LineInput
          aria-label={`${title}：默认值`}
          placeholder="无"
          maxLength={200}
          value={text}
          onChange={(next) => onChange({ default: next })}
        />
      </td>
      <td data-title="示例">
        <LineInput
          aria-label={`${title}：示例`}
          count={{ max: 200 }}
          value={example}
          onChange={(next) => onChange({ example: next })}
        />
      </td>
      <td data-title="说明">
        <LineInput
          aria-label={`${title}：说明`}
          count={{ max: 200 }}
          value={note}
          onChange={(next) => onChange({ note: next })}
        />
      </td>
      <td data-title="列宽">
        <NumberInput aria-label={`${title}：列宽`} value={width} onChange={(next) => onChange({ width: next ?? 0 })} />
      </td>
    </>
  )
}

/** The columns of a template as rows that are edited in place. `wrong`: the column that is refused. */
export const MetaGrid = ({ meta, wrong }: { meta: Meta; wrong: number | undefined }) => (
  <table className="excel-grid" aria-label="模板的列">
    <TableTitles
      titles={[
        '列',
        '字段',
        '列标题',
        '必填',
        '不可重复',
        '范围',
        '正则格式',
        '默认值',
        '示例',
        '说明',
        '列宽',
        '操作',
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
              <td data-title="操作">
                <span className="excel-moves">
                  <Button
                    look="quiet"
                    aria-label={`上移${column.title}`}
                    title="上移"
                    disabled={at === 0}
                    icon={<ArrowUp aria-hidden size={14} />}
                    onClick={() => meta.move(at, -1)}
                  />
                  <Button
                    look="quiet"
                    aria-label={`下移${column.title}`}
                    title="下移"
                    disabled={at === meta.columns.length - 1}
                    icon={<ArrowDown aria-hidden size={14} />}
                    onClick={() => meta.move(at, 1)}
                  />
                  <Button
                    look="quiet"
                    aria-label={`移除${column.title}`}
                    title={field.required ? '新增时必填的字段不能移除' : '移除'}
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
