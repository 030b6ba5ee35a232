import { useRef, useState } from 'react'
import type { FormHandle } from '../../ui/form.tsx'
import { UnparsedJson } from '../../ui/json-text.ts'
import { useDraft } from './use-draft.ts'
import { useUnloadGuard } from './use-unload-guard.ts'
import { onlyFields } from './values.ts'

type Values = Readonly<Record<string, unknown>>
const secretNamePattern = /pass|secret/i

/**
 * The draft of a form. `changed`: names of the changed fields; secrets and text that does not parse are never stored.
 * The tab asks before it is left with any.
 * @returns the restored values while they are offered, `markSecret`, `drop` to delete the draft, and `discard` to undo
 *   it in the form too
 */
export const useFormDraft = (title: string, initial: Values, form: FormHandle, changed: () => string[]) => {
  const secrets = useRef(new Set<string>())
  const [isOffered, setOffered] = useState(true)
  useUnloadGuard(() => changed().length > 0)
  const [draft, drop] = useDraft(title, initial, () => {
    const values = form.values()
    const isStorable = (field: string) =>
      !secrets.current.has(field) && !secretNamePattern.test(field) && !(values[field] instanceof UnparsedJson)
    return onlyFields(changed().filter(isStorable), values)
  })
  const discard = (start: Values) => {
    for (const field of Object.keys(draft ?? {})) form.set(field, start[field])
    drop()
    setOffered(false)
  }
  const markSecret = (field: string) => void secrets.current.add(field)
  return { draft, isOffered: draft !== undefined && isOffered, markSecret, drop, discard }
}
