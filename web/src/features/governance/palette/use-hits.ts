import { type PaletteHit, paletteContract } from '@atrium/contract/features/governance/palette/palette.contract.ts'
import { useEffect, useState } from 'react'
import { call } from '../../../kernel/api/call.ts'

const debounceMs = 150
type Found = { keyword: string; hits: readonly PaletteHit[] }
const nothing: Found = { keyword: '', hits: [] }

/** The server does not search by one Latin letter. */
const isSearchable = (keyword: string) => keyword !== '' && !/^[\x20-\x7e]$/.test(keyword)
const contains = (text: string, keyword: string) => text.toLowerCase().includes(keyword.toLowerCase())

/**
 * Records that match, searched while the user types. Until the next reply arrives, the former hits that still match stay.
 */
export const useHits = (keyword: string): { hits: readonly PaletteHit[]; searching: boolean } => {
  const [found, setFound] = useState(nothing)
  useEffect(() => {
    if (!isSearchable(keyword)) return
    const control = new AbortController()
    const timer = setTimeout(async () => {
      const request = { query: { keyword } }
      const hits = await call(paletteContract.find, request, { signal: control.signal, toasts: false }).catch(() => [])
      if (!control.signal.aborted) setFound({ keyword, hits })
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      control.abort()
    }
  }, [keyword])
  if (!isSearchable(keyword)) return { hits: [], searching: false }
  if (found.keyword === keyword) return { hits: found.hits, searching: false }
  const fitting = found.hits.filter(({ name, code }) => contains(name, keyword) || contains(code, keyword))
  return { hits: fitting, searching: true }
}
