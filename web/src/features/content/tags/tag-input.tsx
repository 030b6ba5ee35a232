import { maxTagLength } from '@atrium/contract/features/content/tags/tags.contract.ts'
import type { Tag } from '@atrium/contract/kernel/listing.ts'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { Option } from '../../../ui/select.tsx'
import { t } from '../../../ui/texts.ts'
import { findTags } from './find-tags.ts'

const debounceMs = 200
const shownTags = 8

/** Tags of the company whose names hold what is typed, without those of the row. */
const useOffered = (keyword: string, taken: readonly Tag[]): readonly string[] => {
  const [found, setFound] = useState<readonly Option[]>([])
  const keep = useEffectEvent(setFound)
  useEffect(() => {
    const control = new AbortController()
    const timer = setTimeout(async () => {
      const tags = await findTags(keyword, undefined, control.signal).catch(() => [])
      if (!control.signal.aborted) keep(tags)
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      control.abort()
    }
  }, [keyword])
  const names = found.filter(({ value }) => !taken.some(({ id }) => id === value)).map(({ label }) => String(label))
  return names.slice(0, shownTags)
}

type TagInputProps = {
  /** The tags that the row has. */
  taken: readonly Tag[]
  busy: boolean
  onAdd: (name: string) => void
  onClose: () => void
}

/** Where a tag is typed: a combobox by ARIA. Enter adds what is typed, or the tag that the arrow keys have moved to. */
export const TagInput = ({ taken, busy, onAdd, onClose }: TagInputProps) => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [active, setActive] = useState(-1)
  const offered = useOffered(text.trim(), taken)
  const chosen = offered[active]
  useEffect(() => input.current?.focus(), [])

  const change = (next: string) => {
    setText(next)
    setActive(-1)
  }
  const add = (name: string) => {
    if (name === '' || busy) return
    onAdd(name)
    change('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // A key that ends the composition of a Chinese word is none of the tag.
    if (event.nativeEvent.isComposing) return
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined) {
      event.preventDefault()
      // One place is the input itself.
      const places = offered.length + 1
      setActive(((active + 1 + step + places) % places) - 1)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      add(chosen ?? text.trim())
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    }
  }
  return (
    <div className="row-tags-input">
      <input
        ref={input}
        aria-label={t('添加标签')}
        placeholder={t('输入标签，按 Enter 添加')}
        value={text}
        maxLength={maxTagLength}
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={offered.length > 0}
        aria-controls={`${id}-tags`}
        {...(chosen !== undefined && { 'aria-activedescendant': `${id}-${active}` })}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        onBlur={onClose}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-tags`} role="listbox" tabIndex={-1} aria-label={t('标签')} hidden={offered.length === 0}>
        {offered.map((name, at) => (
          <div
            key={name}
            id={`${id}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            // The input keeps the focus.
            onMouseDown={(event) => {
              event.preventDefault()
              add(name)
            }}
          >
            {name}
          </div>
        ))}
      </div>
    </div>
  )
}
