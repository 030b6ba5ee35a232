import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'

const root = path.join(import.meta.dirname, '../..')

/**
 * Builds the web as `npm run dev` does, into a folder of its own.
 * @returns the folder
 */
export const buildForDevelopers = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-dev-web-'))
  const vite = path.join(root, 'node_modules/.bin/vite')
  const built = spawnSync(process.execPath, [vite, 'build', '--outDir', folder, '--emptyOutDir', '--minify', 'false'], {
    cwd: path.join(root, 'web'),
    env: { ...process.env, NODE_ENV: 'development' },
    encoding: 'utf8',
  })
  if (built.status !== 0) throw new Error(`the build for developers failed\n${built.stdout}${built.stderr}`)
  return folder
}

/** Lets a page get that build from the product's address, under the product's content security policy. */
export const serveBuild = async (page: Page, folder: string): Promise<void> => {
  await page.route(/^http:\/\/[^/]+\/console\//, async (route) => {
    const { pathname } = new URL(route.request().url())
    const [, asset] = /^\/console\/(assets\/.+)$/.exec(pathname) ?? []
    if (asset) return route.fulfill({ path: path.join(folder, asset) })
    const answer = await route.fetch()
    const policy = answer.headers()['content-security-policy'] ?? ''
    const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? []
    const html = await readFile(path.join(folder, 'index.html'), 'utf8')
    return route.fulfill({ response: answer, body: html.replaceAll('__CSP_NONCE__', nonce) })
  })
}
