import { join } from 'node:path'
import { textIn } from '@atrium/contract/kernel/texts.ts'
import { openLanguages } from '@atrium/server/src/kernel/texts/languages.ts'
import { median } from './measure.ts'

const batches = 300
/** Texts per timing: a single one is below the clock's resolution. */
const batchSize = 1000

const timeText = (say: (n: number) => string): number => {
  const times: number[] = []
  let written = 0
  for (let batch = 0; batch < batches; batch += 1) {
    const began = performance.now()
    for (let n = 0; n < batchSize; n += 1) written += say(n).length
    times.push(((performance.now() - began) * 1000) / batchSize)
  }
  if (written < batches * batchSize) throw new Error('没有写出文字')
  return median(times)
}

/** Microseconds of one text of an error in English: without values, and with a number that its plural depends on. */
export const textMicroseconds = (): { plain: number; plural: number } => {
  const english = openLanguages(join(import.meta.dirname, '../../texts')).get('en').texts
  return {
    plain: timeText(() => textIn(english, '数据不存在或已被删除')),
    plural: timeText((n) => textIn(english, '最多 {max} 个字符', { max: n })),
  }
}
