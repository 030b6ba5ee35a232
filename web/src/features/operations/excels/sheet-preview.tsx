import { ChevronDown } from 'lucide-react'
import { t } from '../../../ui/texts.ts'
import { columnLetters } from '../imports/public/column-letters.ts'
import type { Meta } from './use-meta.ts'

/** Width of a character of a sheet, about. */
const pixelsPerCharacter = 8

/** The first rows of the workbook as they will look: titles, and the examples as if they were filled in. */
export const SheetPreview = ({ meta: { columns, findField } }: { meta: Meta }) => (
  <section className="excel-preview" aria-label={t('预览')}>
    <table>
      <thead>
        <tr>
          <th aria-label={t('行')} />
          {columns.map(({ field, width }, at) => (
            <th key={field} style={{ minWidth: width * pixelsPerCharacter }}>
              {columnLetters(at)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr className="excel-preview-titles">
          <th scope="row">1</th>
          {columns.map(({ field, title, required, note }) => (
            <td key={field} data-required={required || undefined} data-note={note !== '' || undefined} title={note}>
              {title}
            </td>
          ))}
        </tr>
        <tr>
          <th scope="row">2</th>
          {columns.map(({ field, example }) => (
            <td key={field}>
              <span className="excel-preview-cell">
                {example}
                {(findField(field)?.options.length ?? 0) > 0 && <ChevronDown aria-label={t('下拉选择')} size={12} />}
              </span>
            </td>
          ))}
        </tr>
        <tr aria-hidden>
          <th>3</th>
          {columns.map(({ field }) => (
            <td key={field} />
          ))}
        </tr>
      </tbody>
    </table>
  </section>
)
