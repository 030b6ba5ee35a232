import { valuesOf, valuesOfSource } from '../../server/src/features/system/translations/text-problems.ts'
import { words } from '../words.mjs'

/** What is wrong with a translation; undefined for a good one, and for one that is still to be made. */
export const checkTranslation = (source: string, text: string): string | undefined => {
  if (text === '') return undefined
  const [wanted, found] = [valuesOfSource(source), valuesOf(text)]
  const lost = wanted.find((name) => !found.includes(name))
  const unknown = found.find((name) => !wanted.includes(name))
  if (lost) return words(`缺少 {${lost}}`, `lacks {${lost}}`)
  return unknown ? words(`原文没有 {${unknown}}`, `{${unknown}} is not in the source`) : undefined
}
