import { Select } from './select.tsx'

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
    <span className="pagination-total">{`共 ${total ?? '–'}${more ? '+' : ''} 条`}</span>
    <div className="pagination-sizes">
      <Select
        aria-label="每页条数"
        options={sizes.map((each) => ({ value: each, label: `${each} 条/页` }))}
        value={size}
        onChange={(next) => next !== undefined && onChange(next)}
      />
    </div>
  </>
)
