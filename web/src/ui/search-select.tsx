import { Select as KitSelect } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Control } from './control.ts'
import './select.css'
import type { Option } from './select.tsx'

type SearchSelectProps = Control<string | undefined> & {
  /** Options for what was typed; `chosen` is the current value, whose label must be among the answers. */
  find: (keyword: string, chosen: string | undefined, signal: AbortSignal) => Promise<readonly Option[]>
  placeholder?: string
}

const pause = 250

/** One of many: the options are looked up while typing. */
export const SearchSelect = ({ find, value, onChange, ...rest }: SearchSelectProps) => {
  const [keyword, setKeyword] = useState('')
  const [options, setOptions] = useState<readonly Option[]>([])
  const [searching, setSearching] = useState(false)
  const lookUp = useEffectEvent((signal: AbortSignal) => find(keyword.trim(), value, signal))

  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again when the words or the chosen value change, which the effect event reads
  useEffect(() => {
    const control = new AbortController()
    const timer = setTimeout(async () => {
      setSearching(true)
      try {
        setOptions(await lookUp(control.signal))
      } catch {
        // The call has said why; an empty list says the rest.
        if (!control.signal.aborted) setOptions([])
      } finally {
        if (!control.signal.aborted) setSearching(false)
      }
    }, pause)
    return () => {
      clearTimeout(timer)
      control.abort()
    }
  }, [keyword, value])

  return (
    <KitSelect<string>
      className="select"
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      allowClear={{ label: '清空' }}
      options={[...options]}
      loading={searching}
      notFoundContent={searching ? '加载中...' : '没有匹配的选项'}
      value={value || null}
      onChange={(next) => onChange?.(next ?? undefined)}
      {...rest}
    />
  )
}
