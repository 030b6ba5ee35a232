/**
 * Whether `Intl` accepts a time zone: by its name of today or of before (`Asia/Kolkata`, `Asia/Calcutta`), or as an
 * offset (`+08:00`).
 */
export const isTimeZone = (name: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
