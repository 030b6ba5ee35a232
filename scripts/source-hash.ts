import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

const skipped = new Set(['node_modules', 'dist', '.cache'])

const filesUnder = (place: string): string[] => {
  if (!statSync(place).isDirectory()) return [place]
  return readdirSync(place)
    .filter((name) => !skipped.has(name) && !name.includes('.test.'))
    .flatMap((name) => filesUnder(path.join(place, name)))
}

/** One hash over the names and bytes of all files under the given paths, except tests and build output. */
export const sourceHash = (root: string, places: readonly string[]): string => {
  const hash = createHash('sha256')
  for (const place of places) {
    for (const file of filesUnder(path.join(root, place)).sort()) {
      const bytes = readFileSync(file)
      hash.update(`${path.relative(root, file)}\0${bytes.length}\0`).update(bytes)
    }
  }
  return hash.digest('hex')
}
