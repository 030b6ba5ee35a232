import { tell } from '../kernel/texts/operator-language.ts'

const width = 30
const steps = 10

type Out = { isTTY?: boolean; write(text: string): unknown }

/**
 * A progress bar on one line of a terminal; elsewhere one line per tenth.
 * @returns reports progress from 0 to 1
 */
export const progressBar = (out: Out) => {
  let shown = 0
  return (part: number): void => {
    const percent = `${Math.floor(part * 100)}%`
    if (out.isTTY) {
      const bar = '█'.repeat(Math.round(part * width)).padEnd(width, '░')
      out.write(`\r${bar}  ${percent}${part === 1 ? `${tell('，正在收尾……')}\n` : ''}`)
      return
    }
    const step = Math.floor(part * steps)
    if (step > shown) out.write(`${percent}\n`)
    shown = step
  }
}
