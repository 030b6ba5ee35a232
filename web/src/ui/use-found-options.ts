import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { Option } from './select.tsx'
import { t } from './texts.ts'

/** Searches options; the result must include the label of `chosen`, the current value. */
export type Find = (keyword: string, chosen: string | undefined, signal: AbortSignal) => Promise<readonly Option[]>

const debounceMs = 250

/**
 * Searches options while the user types.
 * @returns the options and props of a searchable select
 */
export const useFoundOptions = (find: Find, chosen: string | undefined) => {
  const [keyword, setKeyword] = useState('')
  const [options, setOptions] = useState<readonly Option[]>([])
  const [searching, setSearching] = useState(true)
  const lookUp = useEffectEvent(find)

  useEffect(() => {
    const control = new AbortController()
    const timer = setTimeout(async () => {
      setSearching(true)
      try {
        setOptions(await lookUp(keyword.trim(), chosen, control.signal))
      } catch {
        // `call` has shown the failure; the list stays empty.
        if (!control.signal.aborted) setOptions([])
      } finally {
        if (!control.signal.aborted) setSearching(false)
      }
    }, debounceMs)
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
      // The selected value is an id until its label is loaded.
      labelRender: ({ label, value }: { label?: ReactNode; value?: string | number }) =>
        label ?? (searching ? t('加载中...') : value),
      notFoundContent: searching ? t('加载中...') : t('无匹配选项'),
    },
  }
}
