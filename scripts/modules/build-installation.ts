import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import { bundleServer } from '../bundle-server.ts'
import { compressAssets } from '../compress-assets.ts'
import { replaceBuild } from '../replace-build.ts'
import { words } from '../words.mjs'
import { type InstalledModule, readInstallation } from './installation.ts'
import { installedModulesPlugin } from './installed-modules-plugin.ts'
import { stageMigrations } from './stage-migrations.ts'

const root = path.resolve(import.meta.dirname, '../..')
/** What the server reads beside its own files. */
const carried = ['server/reference', 'texts', 'package.json']
/** What a build is made of, beside the modules. */
const product = ['contract/src', 'server/src', 'server/migrations', 'web/src', 'docs/using', 'texts', 'kit/src']

type Texts = Record<string, string>
const readTexts = (file: string): Texts => JSON.parse(readFileSync(file, 'utf8'))

/** Puts the translations of modules beside the product's, whose own words stay as they are. */
const addTexts = (folder: string, into: string): void => {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const file = path.join(into, name)
    const own = existsSync(file) ? readTexts(file) : {}
    writeFileSync(file, JSON.stringify({ ...readTexts(path.join(folder, name)), ...own }))
  }
}

const buildPages = async (modules: readonly InstalledModule[], into: string, before: string): Promise<void> => {
  const pages = { console: 'vite.config.ts', portal: 'vite.portal.config.ts' }
  for (const [name, config] of Object.entries(pages))
    await build({
      configFile: path.join(root, 'web', config),
      root: path.join(root, 'web'),
      logLevel: 'warn',
      plugins: [installedModulesPlugin(modules)],
      build: { outDir: path.join(into, name), emptyOutDir: true },
    })
  await compressAssets(into, before)
}

/**
 * Builds server and web with the modules of an installation, into its folder `dist`, unless nothing has changed.
 *
 * @throws if a module cannot be read, or the server's data lie in `dist`, which is replaced
 */
export const buildInstallation = async (folder: string): Promise<void> => {
  const dist = path.join(folder, 'dist')
  if (existsSync(path.join(dist, 'data')))
    throw new Error(
      words(
        `${dist}/data 会随构建被替换，请先把它移到 ${folder}/data`,
        `${dist}/data would be replaced with the build; move it to ${folder}/data first`,
      ),
    )
  const modules = await readInstallation(folder)
  const places = [...product.map((place) => path.join(root, place)), ...modules.map((module) => module.folder)]
  process.env.NODE_ENV = 'production'
  await replaceBuild({
    root: folder,
    title: words('系统', 'system'),
    dist,
    sources: [...places.map((place) => path.relative(folder, place)), 'atrium.config.ts', 'package.json'],
    async build(into) {
      await bundleServer(path.join(into, 'server/dist'), [installedModulesPlugin(modules)])
      await buildPages(modules, path.join(into, 'web/dist'), path.join(dist, 'web/dist'))
      for (const part of carried) cpSync(path.join(root, part), path.join(into, part), { recursive: true })
      stageMigrations(root, modules, path.join(into, 'server/migrations'))
      mkdirSync(path.join(into, 'texts'), { recursive: true })
      for (const module of modules) addTexts(path.join(module.folder, 'texts'), path.join(into, 'texts'))
      writeFileSync(path.join(into, 'modules.json'), `${JSON.stringify(modules.map(({ name }) => name))}\n`)
    },
  })
}
