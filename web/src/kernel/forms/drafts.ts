import { readStored, writeStored } from '../page/storage.ts'

type Values = Readonly<Record<string, unknown>>
type StoredDrafts = { person: string; at: number; drafts: Record<string, Values> }

const name = 'atrium.drafts'
const lifetimeMs = 30 * 60_000

const isStoredDrafts = (value: unknown): value is StoredDrafts =>
  typeof value === 'object' && value !== null && 'drafts' in value

/** Reads the drafts of this user if not expired; deletes those of another user. */
const readDrafts = (person: string): Record<string, Values> => {
  const stored = readStored('session', name)
  if (stored === undefined) return {}
  try {
    const kept: unknown = JSON.parse(stored)
    if (isStoredDrafts(kept) && kept.person === person && Date.now() - kept.at < lifetimeMs) return kept.drafts
  } catch {
    // not written by this version
  }
  writeStored('session', name, undefined)
  return {}
}
const writeDrafts = (person: string, drafts: Record<string, Values>) => {
  const kept: StoredDrafts = { person, at: Date.now(), drafts }
  writeStored('session', name, Object.keys(drafts).length > 0 ? JSON.stringify(kept) : undefined)
}

/** Stores what the user typed into a form, in this tab, for half an hour. */
export const storeDraft = (person: string, form: string, values: Values): void =>
  writeDrafts(person, { ...readDrafts(person), [form]: values })

/** Returns what this user typed into this form; undefined if nothing is stored. */
export const readDraft = (person: string, form: string): Values | undefined => readDrafts(person)[form]

/** Deletes the draft of a form. */
export const deleteDraft = (person: string, form: string): void => {
  const { [form]: dropped, ...others } = readDrafts(person)
  if (dropped) writeDrafts(person, others)
}
