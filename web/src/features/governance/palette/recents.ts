import * as z from 'zod/mini'
import { readStored, writeStored } from '../../../kernel/page/storage.ts'

/** Kept per user and company. */
const maxKept = 6
const recent = z.object({
  id: z.string(),
  /** The name of a menu icon, or the letter of a user. */
  icon: z.string(),
  title: z.string(),
  note: z.string(),
  to: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
})
export type Recent = z.output<typeof recent>

const nameFor = (owner: string) => `atrium.palette ${owner}`

/** What a user opened from the palette, latest first. `owner`: the company and the user. */
export const readRecents = (owner: string): Recent[] => {
  try {
    const stored = z.safeParse(z.array(recent), JSON.parse(readStored('local', nameFor(owner)) ?? '[]'))
    return stored.success ? stored.data : []
  } catch {
    return []
  }
}

export const addRecent = (owner: string, opened: Recent): void => {
  const others = readRecents(owner).filter(({ id }) => id !== opened.id)
  writeStored('local', nameFor(owner), JSON.stringify([opened, ...others].slice(0, maxKept)))
}
