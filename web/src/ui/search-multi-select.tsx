import { Select as KitSelect } from 'antd'
import { useState } from 'react'
import type { Control } from './control.ts'
import './select.css'
import type { Option } from './select.tsx'
import { type Find, useFoundOptions } from './use-found-options.ts'

type SearchMultiSelectProps = Control<readonly string[]> & { find: Find; placeholder?: string }

const eachOnce = (options: readonly Option[]) => [...new Map(options.map((option) => [option.value, option])).values()]

/** Several of many: the options are looked up while typing, and what was chosen keeps its name. */
export const SearchMultiSelect = ({ find, value = [], onChange, ...rest }: SearchMultiSelectProps) => {
  const { options, select } = useFoundOptions(find, undefined)
  const [chosen, setChosen] = useState<readonly Option[]>([])
  const known = eachOnce([...chosen, ...options])
  const choose = (ids: string[]) => {
    setChosen(known.filter((option) => ids.includes(option.value)))
    onChange?.(ids)
  }
  return (
    // Tab only leaves. The kit would choose what is marked in its list, or take back what was just chosen.
    <div onKeyDownCapture={(event) => event.key === 'Tab' && event.stopPropagation()}>
      <KitSelect<string[]> {...select} mode="multiple" options={known} value={[...value]} onChange={choose} {...rest} />
    </div>
  )
}
