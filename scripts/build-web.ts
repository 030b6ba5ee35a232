import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { compressAssets } from './compress-assets.ts'
import { replaceBuild } from './replace-build.ts'
import { words } from './words.mjs'

const root = path.dirname(import.meta.dirname)
const dist = path.join(root, 'web', 'dist')

const runVite = (config: string, outDir: string): void => {
  const vite = path.join(root, 'node_modules', '.bin', 'vite')
  const built = spawnSync(process.execPath, [vite, 'build', '--config', config, '--outDir', outDir, '--emptyOutDir'], {
    cwd: path.join(root, 'web'),
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
  })
  if (built.status === 0) return
  process.stderr.write(`${words('网页构建失败', 'The build of the web failed')}\n${built.stdout}${built.stderr}`)
  process.exit(1)
}

await replaceBuild({
  root,
  title: words('网页', 'web'),
  dist,
  sources: [
    'web',
    'contract/src',
    'docs/using',
    'package-lock.json',
    'scripts/build-web.ts',
    'scripts/replace-build.ts',
    'scripts/compress-assets.ts',
  ],
  async build(into) {
    runVite('vite.config.ts', path.join(into, 'console'))
    runVite('vite.portal.config.ts', path.join(into, 'portal'))
    await compressAssets(into, dist)
  },
})
