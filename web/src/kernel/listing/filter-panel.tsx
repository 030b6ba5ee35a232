import { X } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Group } from '../../ui/group.tsx'
import { t } from '../../ui/texts.ts'
import { useIsPhone } from '../../ui/use-media.ts'
import { useBorrowedFocus } from '../../ui/use-popup.ts'
import { type Filter, FilterInput } from './filters.tsx'
import './filter-panel.css'

export type FilterPanelProps = {
  filters: readonly Filter[]
  values: Readonly<Record<string, string>>
  /** `done`: the value is complete. */
  onChange: (filter: Filter, value: string | undefined, done: boolean) => void
  total: string
  onClear: () => void
  /** The button that opens it: a press on it does not close the panel. */
  beside: RefObject<HTMLElement | null>
  onClose: () => void
}

/** Calendars and options of the kit open outside the panel in the document. */
const kitPopups = '.ant-select-dropdown, .ant-picker-dropdown'
/** As many options stand side by side on a phone; more are in a list that opens. */
const mostChoices = 6
const gap = 4

const hints: Record<Filter['kind'], string> = {
  text: '',
  select: t('全部'),
  remoteSelect: t('全部'),
  date: t('请选择日期'),
  dateRange: '',
  dateTimeRange: '',
}

type LineProps = Pick<FilterPanelProps, 'onChange'> & { filter: Filter; value: string | undefined; isPhone: boolean }

/** The options of a filter, all in sight. */
const Choices = ({ filter, value, onChange }: LineProps & { filter: Extract<Filter, { kind: 'select' }> }) => (
  <Group className="filter-choices" label={filter.label}>
    {filter.options.map((option) => {
      const isChosen = String(option.value) === value
      return (
        <button
          key={option.value}
          type="button"
          aria-pressed={isChosen}
          onClick={() => onChange(filter, isChosen ? undefined : String(option.value), true)}
        >
          {option.label}
        </button>
      )
    })}
  </Group>
)

const Line = (props: LineProps) => {
  const { filter, value, onChange, isPhone } = props
  return (
    <div className="filter-panel-line">
      <span aria-hidden className="filter-panel-label">
        {filter.label}
      </span>
      {isPhone && filter.kind === 'select' && filter.options.length <= mostChoices ? (
        <Choices {...props} filter={filter} />
      ) : (
        <FilterInput
          filter={filter}
          hint={hints[filter.kind]}
          value={value}
          onChange={(next, done) => onChange(filter, next, done)}
        />
      )}
    </div>
  )
}

/** Filters beside the toolbar; on a phone a sheet at the bottom. Esc and a press outside close it. */
export const FilterPanel = (props: FilterPanelProps) => {
  const { filters, values, beside, total, onChange, onClear, onClose } = props
  const isPhone = useIsPhone()
  const box = useRef<HTMLDivElement>(null)
  useBorrowedFocus(box)
  // Fixed, so that a narrow list does not cut it; it follows its button.
  useLayoutEffect(() => {
    const place = () => {
      const [panel, button] = [box.current, beside.current?.getBoundingClientRect()]
      if (!panel || !button) return
      if (isPhone) return panel.removeAttribute('style')
      panel.style.left = `${Math.max(gap, Math.min(button.left, innerWidth - panel.offsetWidth - gap))}px`
      panel.style.top = `${button.bottom + gap}px`
    }
    place()
    addEventListener('resize', place)
    addEventListener('scroll', place, true)
    return () => {
      removeEventListener('resize', place)
      removeEventListener('scroll', place, true)
    }
  }, [beside, isPhone])
  const leave = useEffectEvent(({ target }: PointerEvent) => {
    if (!(target instanceof Element) || target.closest(kitPopups)) return
    if (![box, beside].some(({ current }) => current?.contains(target))) onClose()
  })
  useEffect(() => {
    addEventListener('pointerdown', leave, true)
    return () => removeEventListener('pointerdown', leave, true)
  }, [])
  return (
    <>
      <div className="filter-panel-shade" />
      <div
        ref={box}
        className="filter-panel"
        role="dialog"
        aria-label={t('筛选')}
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.defaultPrevented) return
          event.stopPropagation()
          onClose()
        }}
      >
        <div className="filter-panel-head">
          <strong>{t('筛选')}</strong>
          <Button look="quiet" aria-label={t('关闭')} icon={<X aria-hidden size={16} />} onClick={onClose} />
        </div>
        <div className="filter-panel-body">
          {filters.map((filter) => (
            <Line key={filter.name} filter={filter} value={values[filter.name]} onChange={onChange} isPhone={isPhone} />
          ))}
        </div>
        <div className="filter-panel-foot">
          <Button onClick={onClear}>{t('清除')}</Button>
          <Button look="primary" onClick={onClose}>
            {t('查看 {total} 条', { total })}
          </Button>
        </div>
      </div>
    </>
  )
}
