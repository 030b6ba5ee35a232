import { labelledText } from '@atrium/contract/kernel/list-text.ts'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { type PopupAnchor, PopupMenu } from '../../ui/popup-menu.tsx'
import { t } from '../../ui/texts.ts'
import { useFoundOptions } from '../../ui/use-found-options.ts'
import type { FilterInputProps } from './filters.tsx'

/** A filter as a chip: its label or its value, and the options below. */
export const QuickFilter = ({ filter, value, onChange }: Omit<FilterInputProps, 'hint'>) => {
  const [anchor, setAnchor] = useState<PopupAnchor>()
  const find = filter.kind === 'remoteSelect' ? filter.find : async () => []
  const found = useFoundOptions(find, value).options
  const options = filter.kind === 'select' ? filter.options : found
  const chosen = options.find((option) => String(option.value) === value)?.label
  const choices = [
    { value: undefined, label: t('全部') },
    ...options.map((each) => ({ ...each, value: String(each.value) })),
  ]
  return (
    <>
      <Button
        aria-label={chosen === undefined ? filter.label : labelledText(filter.label, chosen)}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        data-set={value !== undefined || undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget.getBoundingClientRect())}
      >
        <span className="search-bar-quick">{chosen ?? filter.label}</span>
        <ChevronDown aria-hidden size={14} />
      </Button>
      {anchor && (
        <PopupMenu
          label={filter.label}
          anchor={anchor}
          sections={[
            {
              items: choices.map((choice) => ({
                label: choice.label,
                checked: choice.value === value,
                onPick: () => onChange(choice.value, true),
              })),
            },
          ]}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </>
  )
}
