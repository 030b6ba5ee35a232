import { readStored, writeStored } from '../page/storage.ts'

type Values = Readonly<Record<string, unknown>>
type Kept = { person: string; at: number; drafts: Record<string, Values> }

const name = 'atrium.drafts'
const life = 30 * 60_000

const isKept = (value: unknown): value is Kept => typeof value === 'object' && value !== null && 'drafts' in value

/** What was kept for this person and is not too old; somebody else's is thrown away. */
const keptFor = (person: string): Record<string, Values> => {
  const stored = readStored('session', name)
  if (stored === undefined) return {}
  try {
    const kept: unknown = JSON.parse(stored)
    if (isKept(kept) && kept.person === person && Date.now() - kept.at < life) return kept.drafts
  } catch {
    // not ours any more
  }
  writeStored('session', name, undefined)
  return {}
}
const keep = (person: string, drafts: Record<string, Values>) => {
  const kept: Kept = { person, at: Date.now(), drafts }
  writeStored('session', name, Object.keys(drafts).length > 0 ? JSON.stringify(kept) : undefined)
}

/** Keeps what somebody had typed into a form, in this tab, for half an hour. */
export const keepDraft = (person: string, form: string, values: Values): void =>
  keep(person, { ...keptFor(person), [form]: values })

/** What this person had typed into this form; undefined when nothing was kept. */
export const draftOf = (person: string, form: string): Values | undefined => keptFor(person)[form]

/** Forgets what was kept of a form. */
export const dropDraft = (person: string, form: string): void => {
  const { [form]: dropped, ...others } = keptFor(person)
  if (dropped) keep(person, others)
}
