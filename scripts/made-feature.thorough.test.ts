import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '../server/src/kernel/db/embedded-postgres-server.ts'
import { copyTree } from './tree-copy.ts'

// What a newcomer does: `npm run new`, then builds, starts and tests what was made.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

let tree: Awaited<ReturnType<typeof copyTree>>
let output: string
beforeAll(async () => {
  tree = await copyTree()
  output = tree.run(
    'scripts/new-feature.ts',
    'assets',
    '资产',
    'serial:text:编号',
    'state:select:状态:idle=闲置|used=使用中',
    'boughtAt:date:购入日期',
  )
})
afterAll(() => tree?.remove())

const start = async (port: number) => {
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: path.join(tree.folder, 'data'),
    PORT: String(port),
    METRICS_PORT: '0',
  }
  const child = spawn(process.execPath, ['server/dist/main.js'], { cwd: tree.folder, env, stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${url}/readyz`)
      .then(({ ok }) => ok)
      .catch(() => false)
  while (child.exitCode === null && !(await isReady())) await sleep(50)
  return { child, url }
}
const stop = async (child: ChildProcess) => {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

describe('npm run new', () => {
  it('says what it has made', () => {
    for (const side of ['contract', 'server'])
      expect(output).toContain(`${side}/src/features/system/assets/assets.feature`)
  })
  it('makes a feature that is built, started and served', async () => {
    tree.run('scripts/build-server.ts')
    tree.run('scripts/build-web.ts')
    const { child, url } = await start(await freePort())
    try {
      expect(await (await fetch(`${url}/api/sys/assets/v1`)).json()).toMatchObject({ code: 401 })
      expect((await fetch(`${url}/console/`)).status).toBe(200)
    } finally {
      await stop(child)
    }
  })
  it('passes its own tests, the architecture tests and those of the scripts', async () => {
    const own = ['system/assets', 'server/test/architecture']
    const scripts = ['budgets', 'copy', 'kernel-words', 'references'].map((name) => `scripts/${name}.test.ts`)
    expect(await tree.runTests(...own, ...scripts)).toBeGreaterThan(50)
  })
  it('passes the static checks', () => {
    tree.run('node_modules/@biomejs/biome/bin/biome', 'check', '.')
    tree.run('scripts/check-arrows.ts')
    tree.run('node_modules/knip/bin/knip.js', '--no-progress')
    tree.run('scripts/generate-docs.ts', '--check')
  })
  it('takes back what it cannot finish', async () => {
    // The table of another feature.
    expect(() => tree.run('scripts/new-feature.ts', 'system/files', '文件')).toThrow('所有改动已撤回')
    await expect(stat(path.join(tree.folder, 'server/src/features/system/files'))).rejects.toThrow('ENOENT')
    expect(await readFile(path.join(tree.folder, 'server/src/features.ts'), 'utf8')).not.toContain('system/files')
    tree.run('scripts/generate-docs.ts', '--check')
  })
})
