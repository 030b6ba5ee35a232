import { createContext, useContext, useEffect, useEffectEvent, useState } from 'react'
import { beforeSessionEnds } from '../api/session-end.ts'
import { draftOf, dropDraft, keepDraft } from './drafts.ts'

type Values = Readonly<Record<string, unknown>>

/** Whose console this is, and in which company, by ids: what was typed is given back to nobody else and nowhere else. */
export const PersonContext = createContext('')

/**
 * What had been typed into this form when the session ended. In: its title and first values, by which it is known
 * again, and what is unsaved now. Out: what was found, and the way to keep it no longer.
 */
export const useDraft = (title: string, initial: Values, unsaved: () => Values): [Values | undefined, () => void] => {
  const person = useContext(PersonContext)
  // A row that somebody has changed in the meantime is another form: nothing old is put over its new values.
  const [form] = useState(() => JSON.stringify([location.pathname, title, initial]))
  const [found] = useState(() => draftOf(person, form))
  const keep = useEffectEvent(() => {
    const values = unsaved()
    if (Object.keys(values).length > 0) keepDraft(person, form, values)
  })
  useEffect(() => beforeSessionEnds(() => keep()), [])
  return [found, () => dropDraft(person, form)]
}
