import * as z from 'zod/mini'

const maxKnown = 1000
const known = new Map<string, boolean>()

const isAccepted = (name: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
/**
 * Whether `Intl` accepts a time zone: by its name of today or of before (`Asia/Kolkata`, `Asia/Calcutta`), or as an
 * offset (`+08:00`).
 */
export const isTimeZone = (name: string): boolean => {
  const answer = known.get(name) ?? isAccepted(name)
  if (known.size < maxKnown) known.set(name, answer)
  return answer
}

/** The name of a time zone, or none. Other programs learn it, so that offsets do not do. */
export const timeZoneOrEmpty = z._default(
  z.string().check(
    z.trim(),
    z.refine((name) => name === '' || (/^[a-z]/i.test(name) && isTimeZone(name)), '时区不存在'),
  ),
  '',
)
