import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { Option } from './select.tsx'

/** Options for what was typed; `chosen` is the current value, whose label must be among the answers. */
export type Find = (keyword: string, chosen: string | undefined, signal: AbortSignal) => Promise<readonly Option[]>

const pause = 250

/** Looks options up while somebody types. In: how, and what is chosen. Out: the options, and what a select with a search takes. */
export const useFoundOptions = (find: Find, chosen: string | undefined) => {
  const [keyword, setKeyword] = useState('')
  const [options, setOptions] = useState<readonly Option[]>([])
  const [searching, setSearching] = useState(true)
  const lookUp = useEffectEvent((signal: AbortSignal) => find(keyword.trim(), chosen, signal))

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
  }, [keyword, chosen])

  return {
    options,
    select: {
      className: 'select',
      showSearch: { filterOption: false, onSearch: setKeyword },
      loading: searching,
      // Until its name is known, what is chosen is but an id.
      labelRender: ({ label, value }: { label?: ReactNode; value?: string | number }) =>
        label ?? (searching ? '加载中...' : value),
      notFoundContent: searching ? '加载中...' : '没有匹配的选项',
    },
  }
}
