import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { inflate } from '@sparticuz/chromium'
import { writeFontConfig, writeFonts } from './test-fonts.ts'

/** Browser options for Playwright's `launchOptions`. */
export type TestBrowser = {
  readonly executablePath: string
  readonly env: Record<string, string>
  readonly args: string[]
}

const cache = path.join(import.meta.dirname, '..', '..', '.cache', 'test-browser')

const flags = [
  // The sandbox does not work in containers or as root; these browsers only open our own pages on the loopback address.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
]

const packageFolder = path.join(path.dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..')

const readVersion = (folder: string): string =>
  (JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }).version

/** Creates a folder completely or not at all, so that neither a kill nor a second worker leaves it half filled. */
const makeOnce = async (folder: string, fill: (staging: string) => Promise<void>): Promise<boolean> => {
  if (existsSync(folder)) return false
  const staging = `${folder}.${process.pid}`
  mkdirSync(staging, { recursive: true })
  try {
    await fill(staging)
    await rename(staging, folder)
  } catch (error) {
    await rm(staging, { recursive: true, force: true })
    // Another worker created it first.
    if (!existsSync(folder)) throw error
  }
  return true
}

/** The package only unpacks into the system's temporary folder, so this folder takes that role meanwhile. */
const unpackInto = async (folder: string): Promise<void> => {
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    if (tmpdir() !== folder) throw new Error(`临时目录不能改到 ${folder}`)
    const archives = ['chromium.br', 'al2023.tar.br', 'swiftshader.tar.br']
    await Promise.all(archives.map((name) => inflate(path.join(packageFolder, 'bin', name))))
    // Unpacked for its owner only; another user of the same checkout may run the tests as well.
    chmodSync(path.join(folder, 'chromium'), 0o755)
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}

const environment = (extra: Record<string, string>): Record<string, string> => {
  const own = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return { ...Object.fromEntries(own), ...extra }
}

/**
 * Provides Chromium and Chinese fonts from npm packages, unpacked into the repository's cache on first use. CHROME_PATH
 * selects another Chromium with the same fonts. `say` receives a line when something is unpacked.
 * @throws if no Chromium is available
 */
export const testBrowser = async (
  say: (line: string) => void = (line) => process.stderr.write(`${line}\n`),
): Promise<TestBrowser> => {
  const began = performance.now()
  const own = process.env.CHROME_PATH
  if (!own && (process.platform !== 'linux' || process.arch !== 'x64')) {
    throw new Error(`没有适合 ${process.platform}-${process.arch} 的测试浏览器，请用 CHROME_PATH 指定一个 Chromium。`)
  }
  if (own && !existsSync(own)) throw new Error(`CHROME_PATH 指向的 ${own} 不存在。`)
  const fonts = path.join(cache, 'fonts')
  const fontConfig = path.join(cache, 'fonts.conf')
  const browser = path.join(cache, `chromium-${readVersion(packageFolder)}`)
  const madeFonts = await makeOnce(fonts, writeFonts)
  const madeBrowser = own ? false : await makeOnce(browser, unpackInto)
  writeFontConfig(fonts, fontConfig)
  if (madeFonts || madeBrowser) {
    say(`测试浏览器已解包到 .cache/test-browser，用时 ${((performance.now() - began) / 1000).toFixed(1)} 秒`)
  }
  if (own) return { executablePath: own, env: environment({ FONTCONFIG_FILE: fontConfig }), args: flags }
  // NSS libraries of the package: a bare server does not have them.
  const libraries = [path.join(browser, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':')
  return {
    executablePath: path.join(browser, 'chromium'),
    env: environment({ FONTCONFIG_FILE: fontConfig, LD_LIBRARY_PATH: libraries }),
    args: flags,
  }
}
