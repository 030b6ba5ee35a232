import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { levelOfArea, parentOfArea } from './area-codes.ts'

const decompress = promisify(brotliDecompress)
const maxTextBytes = 32 * 1024 * 1024

/** Rows of the table, one for each line: code, name, pinyin, from, until, successor, document. */
const parseLine = (line: string) => {
  const [code = '', name = '', pinyin = '', from = '', until = '', successor = '', document = ''] = line.split('\t')
  return {
    code,
    name,
    pinyin,
    document,
    initials: pinyin.replace(/(\S)\S*\s*/g, '$1'),
    level: levelOfArea(code),
    parent: parentOfArea(code),
    valid_from: from || null,
    valid_until: until || null,
    successor: successor || null,
  }
}
export type AreaFileRow = ReturnType<typeof parseLine>

/** A packed file of areas: its digest, and its rows. `rows` throws what the unpacking throws. */
export const unpackAreas = (packed: Uint8Array) => ({
  sha256: createHash('sha256').update(packed).digest('hex'),
  rows: async (): Promise<AreaFileRow[]> => {
    const text = await decompress(packed, { maxOutputLength: maxTextBytes })
    return text.toString('utf8').trimEnd().split('\n').map(parseLine)
  },
})
