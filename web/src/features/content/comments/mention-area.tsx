import { maxCommentLength } from '@atrium/contract/features/content/comments/comments.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useCan } from '../../../kernel/access/use-can.ts'
import type { Option } from '../../../ui/select.tsx'
import { t } from '../../../ui/texts.ts'
import { findPeople } from '../../people/users/public/find-people.ts'
import { type Mentioned, nameInText, typedMention } from './mention-text.ts'

const debounceMs = 200
const shownPeople = 6
type Typed = NonNullable<ReturnType<typeof typedMention>>

/** People whose names hold what is typed behind an @; undefined while none is typed. */
const useFoundPeople = (typed: Typed | undefined): readonly Option[] | undefined => {
  const [found, setFound] = useState<readonly Option[]>()
  const keyword = typed?.keyword
  const keep = useEffectEvent(setFound)
  useEffect(() => {
    if (keyword === undefined) return keep(undefined)
    const control = new AbortController()
    const timer = setTimeout(async () => {
      const people = await findPeople(keyword, undefined, control.signal).catch(() => [])
      if (!control.signal.aborted) keep(people.slice(0, shownPeople))
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      control.abort()
    }
  }, [keyword])
  return typed && found
}

type MentionAreaProps = {
  label: string
  value: string
  mentioned: readonly Mentioned[]
  onChange: (text: string, mentioned: readonly Mentioned[]) => void
  onSubmit: () => void
  focused?: boolean
}

/** Plain text in which an @ offers people: a combobox by ARIA, whose list the arrow keys move in. */
export const MentionArea = ({ label, value, mentioned, onChange, onSubmit, focused }: MentionAreaProps) => {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const mayMention = useCan(usersContract.options)
  const [typed, setTyped] = useState<Typed>()
  const [active, setActive] = useState(0)
  const people = useFoundPeople(mayMention ? typed : undefined)
  const isOpen = people !== undefined
  const chosen = people?.[active]

  useEffect(() => {
    if (!focused) return
    area.current?.focus()
    area.current?.setSelectionRange(maxCommentLength, maxCommentLength)
  }, [focused])

  const look = () => {
    const { selectionStart = 0, value: text = '' } = area.current ?? {}
    setTyped(typedMention(text, selectionStart))
    setActive(0)
  }
  const pick = ({ value: personId, label: shown }: Option) => {
    if (!typed) return
    const found = { id: String(personId), name: String(shown).replace(/（[^（）]*）$/, '') }
    const person = { ...found, name: nameInText(mentioned, found) }
    const before = `${value.slice(0, typed.from)}@${person.name} `
    const text = `${before}${value.slice(typed.from + typed.keyword.length + 1)}`
    onChange(text, [...mentioned.filter((each) => each.id !== person.id), person])
    setTyped(undefined)
    requestAnimationFrame(() => area.current?.setSelectionRange(before.length, before.length))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // A key that ends the composition of a Chinese word is none of the text.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      onSubmit()
      return
    }
    if (!people) return
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined && people.length > 0) {
      event.preventDefault()
      setActive((active + step + people.length) % people.length)
    } else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) {
      event.preventDefault()
      pick(chosen)
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      setTyped(undefined)
    }
  }
  return (
    <div className="mention-area">
      <textarea
        ref={area}
        aria-label={label}
        placeholder={mayMention ? t('输入评论，@ 可提及同事') : t('输入评论')}
        value={value}
        maxLength={maxCommentLength}
        rows={3}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={`${id}-people`}
        {...(chosen && { 'aria-activedescendant': `${id}-${chosen.value}` })}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value, mentioned)
          look()
        }}
        onClick={look}
        onBlur={() => setTyped(undefined)}
        onKeyDown={onKeyDown}
      />
      <div
        id={`${id}-people`}
        role="listbox"
        tabIndex={-1}
        aria-label={t('提及同事')}
        className="mention-people"
        hidden={!isOpen}
      >
        {people?.map((person, at) => (
          <div
            key={person.value}
            id={`${id}-${person.value}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            // The text keeps the focus.
            onMouseDown={(event) => {
              event.preventDefault()
              pick(person)
            }}
          >
            {person.label}
          </div>
        ))}
        {people?.length === 0 && <div className="mention-none">{t('未找到可提及的人员')}</div>}
      </div>
    </div>
  )
}
