import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { measureKilobytes, notBuilt, openBuild } from './web-build.ts'
import { words } from './words.mjs'

const dist = path.join(path.dirname(import.meta.dirname), 'web/dist')
if (!['console', 'portal'].every((entry) => existsSync(path.join(dist, entry, '.vite/manifest.json')))) {
  process.stderr.write(
    words(
      '没有构建清单，请先构建网页：node scripts/build-web.ts\n',
      'There is no build of the web: node scripts/build-web.ts\n',
    ),
  )
  process.exit(1)
}
const withKit = (title: string) => words(`${title}加载了组件库`, `${title} loads the kit`)

const page = 'index.html'
const layout = 'src/app/layout/main-layout.tsx'
/** A list with the page that shows it. */
const list = 'src/features/system/base-parameters/all-parameters.tsx'
const listPage = 'src/features/system/base-parameters/base-parameters-page.tsx'
/** The workbench with the charts that it loads by itself. */
const workbench = 'src/app/dashboard-view.tsx'
const charts = ['sign-ins-card', 'growth-card'].map((card) => `src/features/overview/workbench/${card}.tsx`)
/** Pages without a session that load by themselves. */
const guestPages = ['register', 'recovery', 'share', 'authorize', 'outside'].map((name) => `src/app/${name}-route.tsx`)
const portalPage = 'portal.html'
/** The first page after signing in, with its frame. */
const portalHome = ['portal-layout', 'page-frame']
  .map((part) => `src/portal/layout/${part}.tsx`)
  .concat('src/portal/pages/home-page.tsx')
const signInLimit = 122
const portalSignInLimit = 130
const portalLimit = 200
const listLimit = 360
const workbenchLimit = 400
const lazyLimit = 40
/** Libraries of their own, which few people load: the editors, and what draws PDF. */
const libraryLimits: Readonly<Record<string, number>> = {
  'src/ui/json-code.tsx': 96,
  'src/ui/rich-text-area.tsx': 131,
  'src/features/content/documents/pdf-preview.tsx': 134,
  // Drawings, with what moves and enlarges them.
  'src/features/people/organizations/chart/organization-chart.tsx': 60,
}
/** Parts of the component library that views share beside the list's: each counts by itself. */
const partLimits: Readonly<Record<string, number>> = { 'kit-trees': 20 }
/** The page with all widgets is for developers. */
const widgets = 'src/app/widgets/'
/** Occurs in every build of the component library, and nowhere else. */
const kitWord = 'anticon'
/** Each occurs in what the build leaves out of a library (docs/decisions/0141). */
const trimmedWords = ['HydratedRouter', 'async-validator']

const containsWord = (files: Iterable<string>, word: string) =>
  [...files].some((file) => readFileSync(path.join(dist, file), 'utf8').includes(word))
const containsKit = (files: Iterable<string>) => containsWord(files, kitWord)

const breaches: string[] = []
const checkSize = (title: string, size: number, limit: number) => {
  process.stdout.write(`${title} ${size.toFixed(1)} KB${words(`（上限 ${limit} KB）`, ` (at most ${limit} KB)`)}\n`)
  if (size > limit)
    breaches.push(
      words(
        `${title}超出体积上限：${size.toFixed(1)} KB，最多 ${limit} KB`,
        `${title}: ${size.toFixed(1)} KB, at most ${limit} KB`,
      ),
    )
}

const { manifest, collectFiles, collectLoaded } = openBuild(dist, 'console')
const signInFiles = collectFiles(page)
const listFiles = collectFiles(page, layout, listPage, list)
const workbenchParts = [workbench, ...charts]
const workbenchFiles = collectFiles(page, layout, ...workbenchParts)
checkSize(words('登录页', 'Sign-in page'), measureKilobytes(dist, signInFiles), signInLimit)
checkSize(words('列表页', 'List'), measureKilobytes(dist, listFiles), listLimit)
checkSize(words('工作台', 'Workbench'), measureKilobytes(dist, workbenchFiles), workbenchLimit)
if (Object.keys(manifest).some((name) => name.startsWith(widgets)))
  breaches.push(words('产品中包含供开发者使用的组件页', 'The page of widgets for developers is in the product'))
if (containsKit(signInFiles)) breaches.push(withKit(words('登录页', 'Sign-in page')))
for (const name of guestPages) if (containsKit(collectFiles(name))) breaches.push(withKit(path.basename(name)))
for (const word of trimmedWords)
  if (containsWord(listFiles, word))
    breaches.push(words(`列表页加载了应当裁去的部分：${word}`, `The list loads what should be left out: ${word}`))
if (!containsKit(listFiles))
  breaches.push(
    words(
      `列表页里找不到“${kitWord}”：登录页的检查已经失去依据`,
      `There is no “${kitWord}” in the list, so that the check of the sign-in page finds nothing`,
    ),
  )
const partFiles = new Set<string>()
for (const [part, limit] of Object.entries(partLimits)) {
  const files = Object.values(manifest)
    .filter(({ name }) => name === part)
    .map(({ file }) => path.join('console', file))
  if (files.length !== 1) breaches.push(notBuilt(part))
  checkSize(`${words('组件库', 'Kit')} ${part}`, measureKilobytes(dist, files), limit)
  for (const file of files) partFiles.add(file)
}
for (const [name, { isDynamicEntry }] of Object.entries(manifest)) {
  if (!isDynamicEntry || name === layout || name === list || name === listPage || workbenchParts.includes(name))
    continue
  const loaded = collectLoaded(name)
  const own = [...collectFiles(name)].filter(
    (file) => !loaded.has(file) && !listFiles.has(file) && !partFiles.has(file),
  )
  checkSize(
    `${words('按需加载', 'Lazy')} ${path.basename(name)}`,
    measureKilobytes(dist, own),
    libraryLimits[name] ?? lazyLimit,
  )
}

const portal = openBuild(dist, 'portal')
const portalFiles = portal.collectFiles(portalPage, ...portalHome)
checkSize(
  words('门户登录页', 'Sign-in page of the portal'),
  measureKilobytes(dist, portal.collectFiles(portalPage)),
  portalSignInLimit,
)
checkSize(words('门户首页', 'First page of the portal'), measureKilobytes(dist, portalFiles), portalLimit)
if (containsKit(portalFiles)) breaches.push(withKit(words('门户首页', 'First page of the portal')))

for (const breach of breaches) process.stderr.write(`${breach}\n`)
if (breaches.length > 0) process.exitCode = 1
