import { readFileSync, writeFileSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { sourceHash } from './source-hash.ts'
import { words } from './words.mjs'

type Build = {
  root: string
  /** What is built, in the language of the operator. */
  title: string
  /** Folder of the build. */
  dist: string
  /** Everything the build depends on, relative to the root. */
  sources: readonly string[]
  /** Builds into the given empty folder. */
  build(into: string): Promise<void> | void
}

const stampName = '.sources'

const readStamp = (dist: string): string => {
  try {
    return readFileSync(path.join(dist, stampName), 'utf8')
  } catch {
    return ''
  }
}

/** Replaces the last build as a whole, so that a running server never serves a partial one. */
const replace = async (dist: string, next: string): Promise<void> => {
  const last = `${next}.last`
  for (let attempt = 0; ; attempt += 1) {
    await rename(dist, last).catch(() => {})
    try {
      await rename(next, dist)
      break
    } catch (error) {
      // Another start in this checkout put its own build there in between.
      if (attempt === 5) throw error
      await rm(last, { recursive: true, force: true })
    }
  }
  await rm(last, { recursive: true, force: true })
}

/** Builds if a source has changed since the last build, and reports to standard output. */
export const replaceBuild = async ({ root, title, dist, sources, build }: Build): Promise<void> => {
  const hash = sourceHash(root, sources)
  if (readStamp(dist) === hash) {
    process.stdout.write(`${words(`${title}已是最新`, `The ${title} is up to date`)}\n`)
    return
  }
  process.stdout.write(`${words(`正在构建${title}……`, `Building the ${title}...`)}\n`)
  const began = performance.now()
  const next = path.join(path.dirname(dist), '.cache', `build-${process.pid}`)
  await mkdir(next, { recursive: true })
  await build(next)
  writeFileSync(path.join(next, stampName), hash)
  await replace(dist, next)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  process.stdout.write(`${words(`${title}构建完成，用时 ${seconds} 秒`, `Built the ${title} in ${seconds} s`)}\n`)
}
