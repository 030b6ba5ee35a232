import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

/**
 * Runs a source of an installation and returns what it exports. It is bundled first, with all that it imports: Node reads
 * no TypeScript of packages.
 */
export const loadSource = async <T>(file: string): Promise<T> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-source-'))
  try {
    const bundle = await rolldown({ input: file, platform: 'node' })
    await bundle.write({ dir: folder, entryFileNames: 'source.mjs' })
    return (await import(pathToFileURL(path.join(folder, 'source.mjs')).href)) as T
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
