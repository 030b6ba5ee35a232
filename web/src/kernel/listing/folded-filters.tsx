import { ListFilter } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { t } from '../../ui/texts.ts'
import type { FilterPanelProps } from './filter-panel.tsx'

const FilterPanel = lazy(async () => ({ default: (await import('./filter-panel.tsx')).FilterPanel }))

type FoldedFiltersProps = Omit<FilterPanelProps, 'beside' | 'onClose'>

/** Filters without room in the toolbar, behind 筛选 with the number set. */
export const FoldedFilters = (props: FoldedFiltersProps) => {
  const button = useRef<HTMLSpanElement>(null)
  const [open, setOpen] = useState(false)
  const chosen = props.filters.filter(({ name }) => props.values[name]).length
  return (
    <>
      <span ref={button} className="search-bar-fold">
        <Button
          aria-label={chosen > 0 ? t('筛选 {chosen}', { chosen }) : t('筛选')}
          title={t('筛选')}
          aria-expanded={open}
          data-set={chosen > 0 || undefined}
          icon={<ListFilter aria-hidden size={14} />}
          onClick={() => setOpen(!open)}
        >
          <span className="search-bar-name">{t('筛选')}</span>
          {chosen > 0 && <span className="search-bar-badge">{chosen}</span>}
        </Button>
      </span>
      {open && (
        <Suspense>
          <FilterPanel {...props} beside={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
