import { createContext, useContext, useEffect, useEffectEvent, useState } from 'react'
import { beforeSessionEnds } from '../api/session-end.ts'
import { deleteDraft, readDraft, storeDraft } from './drafts.ts'

type Values = Readonly<Record<string, unknown>>

/** Ids of user and company: drafts are restored only to the same user in the same company. */
export const DraftOwnerContext = createContext('')

/**
 * Restores what was typed into a form when the session ended. A form is identified by its title and initial values;
 * `unsaved` returns the current changes.
 * @returns the draft, a function that deletes it, and one that stores it now
 */
export const useDraft = (title: string, initial: Values, unsaved: () => Values) => {
  const person = useContext(DraftOwnerContext)
  // A row changed meanwhile counts as another form: an old draft must not overwrite its new values.
  const [form] = useState(() => JSON.stringify([location.pathname, title, initial]))
  const [found] = useState(() => readDraft(person, form))
  const store = () => {
    const values = unsaved()
    if (Object.keys(values).length > 0) storeDraft(person, form, values)
  }
  const keep = useEffectEvent(store)
  useEffect(() => beforeSessionEnds(() => keep()), [])
  return [found, () => deleteDraft(person, form), store] as const
}
