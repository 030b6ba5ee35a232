import { useRef, useState } from 'react'
import { focusFirstInvalid } from './focus-first-invalid.ts'

type Texts = Readonly<Record<string, string>>
/** Problems by field. */
type ProblemsOf<Name extends string> = { [F in Name]?: string | undefined }

/**
 * Texts typed into a form without the kit, and their problems. `field` is the props of a text field; editing it clears
 * its problem. `show` replaces the problems and `update` changes those of some fields; both focus the first in the form
 * of the ref `form` and return whether there are none. `Other`: fields that are no texts.
 */
export const usePlainForm = <T extends Texts, Other extends string = never>(initial: T) => {
  type Name = (keyof T & string) | Other
  const [values, setValues] = useState(initial)
  const [problems, setProblems] = useState<ProblemsOf<Name>>({})
  const form = useRef<HTMLFormElement>(null)
  const set = (name: keyof T, value: string) => setValues((before) => ({ ...before, [name]: value }))
  const clear = (name: Name) => setProblems((shown) => ({ ...shown, [name]: undefined }))
  return {
    form,
    values,
    set,
    problems,
    clear,
    field: (name: keyof T & string) => ({
      name,
      value: values[name] ?? '',
      error: problems[name],
      onChange: (value: string) => {
        set(name, value)
        clear(name)
      },
    }),
    show: (found: ProblemsOf<Name>): boolean => {
      setProblems(found)
      return focusFirstInvalid(form.current, found)
    },
    update: (part: ProblemsOf<Name>): boolean => {
      setProblems((shown) => ({ ...shown, ...part }))
      return focusFirstInvalid(form.current, part)
    },
  }
}

/** The props of a text field by its name. */
export type FieldOf<T extends Texts> = ReturnType<typeof usePlainForm<T>>['field']
