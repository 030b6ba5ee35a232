import { existsSync } from 'node:fs'
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const brotli = promisify(brotliCompress)
const compressible = /\.(js|css|svg|json|html)$/
const minBytes = 1024

const compress = async (folder: string, previous: string, name: string): Promise<void> => {
  const bytes = await readFile(path.join(folder, name))
  if (bytes.length <= minBytes) return
  const target = path.join(folder, `${name}.br`)
  const before = path.join(previous, name)
  // Level 11 is slow, and most chunks survive a rebuild unchanged.
  if (existsSync(`${before}.br`) && bytes.equals(await readFile(before))) return copyFile(`${before}.br`, target)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  await writeFile(target, await brotli(bytes, { params }))
}

/**
 * Writes a brotli copy beside every text asset over 1 KB. Takes the build's folder, and the previous build, whose
 * compressed files are reused for unchanged assets.
 */
export const compressAssets = async (folder: string, previous: string): Promise<void> => {
  const names = (await readdir(folder, { recursive: true })).filter((name) => compressible.test(name))
  const worker = async (): Promise<void> => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) await compress(folder, previous, name)
  }
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, worker))
}
