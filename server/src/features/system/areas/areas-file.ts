import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { levelOfArea, parentOfArea } from './area-codes.ts'

const decompress = promisify(brotliDecompress)

/** Rows of the table, one for each line: code, name, pinyin, from, until, successor, document. */
const rowOf = (line: string) => {
  const [code = '', name = '', pinyin = '', from = '', until = '', successor = '', document = ''] = line.split('\t')
  return {
    ...{ code, name, pinyin, document },
    initials: pinyin.replace(/(\S)\S*\s*/g, '$1'),
    ...{ level: levelOfArea(code), parent: parentOfArea(code) },
    ...{ valid_from: from || null, valid_until: until || null, successor: successor || null },
  }
}

/** The file of areas that the product ships: its digest, and its rows. */
export const readAreasFile = async (file: string) => {
  const packed = await readFile(file)
  return {
    sha256: createHash('sha256').update(packed).digest('hex'),
    rows: async () => (await decompress(packed)).toString('utf8').trimEnd().split('\n').map(rowOf),
  }
}
