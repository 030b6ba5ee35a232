import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { compressAssets } from './compress-assets.ts'
import { sourceHash } from './source-hash.ts'

const root = path.dirname(import.meta.dirname)
const dist = path.join(root, 'web', 'dist')
const work = path.join(root, 'web', '.cache')
const stampName = '.sources'
const sources = ['web', 'contract/src', 'package-lock.json', 'scripts/build-web.ts', 'scripts/compress-assets.ts']

const readStamp = (): string => {
  try {
    return readFileSync(path.join(dist, stampName), 'utf8')
  } catch {
    return ''
  }
}

const runVite = (outDir: string): void => {
  const vite = path.join(root, 'node_modules', '.bin', 'vite')
  const built = spawnSync(process.execPath, [vite, 'build', '--outDir', outDir, '--emptyOutDir'], {
    cwd: path.join(root, 'web'),
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
  })
  if (built.status === 0) return
  process.stdout.write('失败\n')
  process.stderr.write(`${built.stdout}${built.stderr}`)
  process.exit(1)
}

/** Replaces the last build as a whole, so that a running server never serves a partial one. */
const replaceBuild = async (next: string): Promise<void> => {
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

const hash = sourceHash(root, sources)
if (readStamp() === hash) {
  process.stdout.write('网页已是最新\n')
} else {
  const began = performance.now()
  const next = path.join(work, `build-${process.pid}`)
  process.stdout.write('正在构建网页……')
  await mkdir(work, { recursive: true })
  runVite(next)
  await compressAssets(next, dist)
  writeFileSync(path.join(next, stampName), hash)
  await replaceBuild(next)
  process.stdout.write(`完成，用时 ${((performance.now() - began) / 1000).toFixed(1)} 秒\n`)
}
