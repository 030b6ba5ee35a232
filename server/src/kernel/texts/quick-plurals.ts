import { createLanguage } from '@atrium/contract/kernel/texts.ts'

type Language = ReturnType<typeof createLanguage>
type Cases = Readonly<Record<string, unknown>>
type Values = Readonly<Record<string, unknown>>
type Plural = { name: string; cases: Cases }

const toPlural = (token: unknown): Plural | undefined => {
  const [name, type, cases] = Array.isArray(token) ? token : []
  return type === 'plural' ? { name, cases } : undefined
}
const toTokens = (message: unknown): readonly unknown[] => (Array.isArray(message) ? message : [message])
/** The plurals of a text, those within others too; undefined if it has a form that Lingui has to make. */
const findPlurals = (message: unknown): Plural[] | undefined => {
  const found: Plural[] = []
  for (const token of toTokens(message)) {
    const plural = toPlural(token)
    if (plural === undefined) continue
    const { offset, ...cases } = plural.cases
    if (offset !== undefined) return undefined
    found.push(plural)
    for (const text of Object.values(cases)) {
      const within = toTokens(text).includes('#') ? undefined : findPlurals(text)
      if (within === undefined) return undefined
      found.push(...within)
    }
  }
  return found
}

/** A text whose plurals are found once, and the ids of what it is with their forms taken. */
type Counted = { plurals: readonly Plural[]; byForms: Map<string, string> }

/**
 * A language that takes the forms of plurals itself, once for each form of a text: Lingui writes all of them, and the
 * number, before it takes one, which takes most of its time. All else is Lingui's.
 */
export const withQuickPlurals = (language: Language): Language => {
  const rules = new Intl.PluralRules(language.locale)
  const taken = createLanguage(language.locale, {})
  const known = new WeakMap<object, Counted>()
  const read = (message: object): Counted => {
    const found = known.get(message)
    if (found) return found
    const counted = { plurals: findPlurals(message) ?? [], byForms: new Map() }
    known.set(message, counted)
    return counted
  }
  const formIn = (cases: Cases, value: unknown) =>
    Object.hasOwn(cases, String(value)) ? String(value) : rules.select(Number(value))
  const take = (message: unknown, values: Values): unknown[] =>
    toTokens(message).flatMap((token) => {
      const plural = toPlural(token)
      if (plural === undefined) return [token]
      const { name, cases } = plural
      return take(cases[formIn(cases, values[name])] ?? cases.other, values)
    })
  const format = language._.bind(language)
  const formatQuickly = (id: string, values?: Values) => {
    const message = language.messages[id]
    const { plurals, byForms } = typeof message === 'object' ? read(message) : { plurals: [], byForms: new Map() }
    if (values === undefined || plurals.length === 0) return format(id, values)
    const forms = plurals.map(({ name, cases }) => formIn(cases, values[name])).join()
    const ownId = byForms.get(forms) ?? `${id} ${forms}`
    if (!byForms.has(forms)) {
      byForms.set(forms, ownId)
      Object.assign(taken.messages, { [ownId]: take(message, values) })
    }
    return taken._(ownId, values)
  }
  language._ = formatQuickly as Language['_']
  return language
}
