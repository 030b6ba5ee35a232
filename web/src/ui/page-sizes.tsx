import { Select } from './select.tsx'
import { t } from './texts.ts'

type PageSizesProps = {
  /** Undefined until it is known. */
  total: number | undefined
  /** The total is capped: there are more rows than `total`. */
  more: boolean
  size: number
  sizes: readonly number[]
  onChange: (size: number) => void
}

/** The total of a list and the size of its pages. */
export const PageSizes = ({ total, more, size, sizes, onChange }: PageSizesProps) => (
  <>
    <span className="pagination-total">
      {t('共 {total}{value} 条', { total: total ?? '–', value: more ? '+' : '' })}
    </span>
    <div className="pagination-sizes">
      <Select
        aria-label={t('每页条数')}
        options={sizes.map((each) => ({ value: each, label: t('{each} 条/页', { each }) }))}
        value={size}
        onChange={(next) => next !== undefined && onChange(next)}
      />
    </div>
  </>
)
