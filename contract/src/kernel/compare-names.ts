const collator = new Intl.Collator('zh', { numeric: true })
/** JavaScript has Chinese at the front, and does not let it be moved. */
const rankScript = (name: string): number => {
  if (/^\p{Script=Han}/u.test(name)) return 1
  return /^(?!\p{Script=Latin})\p{L}/u.test(name) ? 2 : 0
}

/**
 * Compares two names for sorting: signs, digits by their number, Latin letters, Chinese by pinyin, others. The order is that
 * of lists (`by_name` in the database), and so is one for readers of all languages (decision 143).
 */
export const compareNames = (one: string, other: string): number =>
  rankScript(one) - rankScript(other) || collator.compare(one, other)
