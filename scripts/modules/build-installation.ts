import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import { bundleServer } from '../bundle-server.ts'
import { compressAssets } from '../compress-assets.ts'
import { readInstallation } from './installation.ts'
import { installedModulesPlugin } from './installed-modules-plugin.ts'
import { stageMigrations } from './stage-migrations.ts'

const root = path.resolve(import.meta.dirname, '../..')
const folder = path.resolve(process.argv[2] ?? '.')
const out = path.join(folder, 'dist')
/** What the server reads beside its own files. */
const carried = ['server/reference', 'texts', 'package.json']

const modules = await readInstallation(folder)
const plugin = installedModulesPlugin(modules)

const buildPage = (config: string, name: string) =>
  build({
    configFile: path.join(root, 'web', config),
    root: path.join(root, 'web'),
    logLevel: 'warn',
    plugins: [plugin],
    build: { outDir: path.join(out, 'web/dist', name), emptyOutDir: true },
  })

process.env.NODE_ENV = 'production'
rmSync(out, { recursive: true, force: true })
mkdirSync(path.join(out, 'server'), { recursive: true })
await bundleServer(path.join(out, 'server/dist'), [plugin])
await buildPage('vite.config.ts', 'console')
await buildPage('vite.portal.config.ts', 'portal')
await compressAssets(path.join(out, 'web/dist'), path.join(out, 'web/dist'))
for (const part of carried) cpSync(path.join(root, part), path.join(out, part), { recursive: true })
stageMigrations(root, modules, path.join(out, 'server/migrations'))
for (const { name, folder: own } of modules) {
  const texts = path.join(own, 'texts')
  if (existsSync(texts)) cpSync(texts, path.join(out, 'modules', name, 'texts'), { recursive: true })
}
writeFileSync(path.join(out, 'modules.json'), `${JSON.stringify(modules.map(({ name }) => name))}\n`)
process.stdout.write(`${out}\n`)
