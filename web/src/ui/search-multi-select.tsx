import { Select as KitSelect } from 'antd'
import { useState } from 'react'
import type { Control } from './control.ts'
import './select.css'
import type { Option } from './select.tsx'
import { type Find, useFoundOptions } from './use-found-options.ts'

type SearchMultiSelectProps = Control<readonly string[]> & { find: Find; placeholder?: string }

const uniqueOptions = (options: readonly Option[]) => [
  ...new Map(options.map((option) => [option.value, option])).values(),
]

/** Select for several options, found while typing; selected ones keep their labels. */
export const SearchMultiSelect = ({ find, value = [], onChange, ...rest }: SearchMultiSelectProps) => {
  const { options, select } = useFoundOptions(find, undefined)
  const [chosen, setChosen] = useState<readonly Option[]>([])
  const known = uniqueOptions([...chosen, ...options])
  const choose = (ids: string[]) => {
    setChosen(known.filter((option) => ids.includes(option.value)))
    onChange?.(ids)
  }
  return (
    // Tab only moves on. The kit would select the marked option, or undo the last selection.
    <div onKeyDownCapture={(event) => event.key === 'Tab' && event.stopPropagation()}>
      <KitSelect<string[]> {...select} mode="multiple" options={known} value={[...value]} onChange={choose} {...rest} />
    </div>
  )
}
