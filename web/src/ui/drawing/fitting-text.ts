import { textWidth } from '../text-width.ts'

/** As much of a text as fits into a width in pixels, estimated: drawings cannot cut texts themselves. */
export const fittingText = (text: string, width: number, size: number): string => {
  let used = 0
  for (const [at, letter] of [...text].entries()) {
    used += textWidth(letter, size)
    if (used > width) return `${[...text].slice(0, Math.max(0, at - 1)).join('')}…`
  }
  return text
}
