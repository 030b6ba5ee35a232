import { ListFilter } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { FilterPanel } from './filter-panel.tsx'
import type { Filter } from './filters.tsx'

type FoldedFiltersProps = {
  filters: readonly Filter[]
  /** How many of them are set. */
  chosen: number
  total: string
  input: (filter: Filter) => ReactNode
  onClear: () => void
}

/** Filters without room in the toolbar, behind 筛选 with the number set. */
export const FoldedFilters = ({ filters, chosen, total, input, onClear }: FoldedFiltersProps) => {
  const button = useRef<HTMLSpanElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <span ref={button} className="search-bar-fold">
        <Button
          aria-expanded={open}
          data-set={chosen > 0 || undefined}
          icon={<ListFilter aria-hidden size={14} />}
          onClick={() => setOpen(!open)}
        >
          {chosen > 0 ? `筛选 ${chosen}` : '筛选'}
        </Button>
      </span>
      {open && (
        <FilterPanel beside={button} total={total} onClear={onClear} onClose={() => setOpen(false)}>
          {filters.map((filter) => (
            <div key={filter.name} className="filter-panel-line">
              <span aria-hidden className="filter-panel-label">
                {filter.label}
              </span>
              {input(filter)}
            </div>
          ))}
        </FilterPanel>
      )}
    </>
  )
}
