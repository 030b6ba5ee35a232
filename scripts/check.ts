import { randomInt } from 'node:crypto'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { noteCompleteRun } from '../server/test/changed-features.ts'
import { hasPostgres, olderPostgres } from '../server/test/postgres-versions.ts'
import { listChangedParts, listChangedWorkspaces } from './changed-parts.ts'
import { runStep, type Step } from './check-step.ts'
import { fakeClock, newYearsEve } from './fake-clock.ts'
import { installDebianPrograms, installKubernetesTypes, installOlderPostgres } from './install-outside-programs.ts'
import { countTests } from './test-counts.ts'
import { describeTimes } from './test-times.ts'
import { words } from './words.mjs'

const root = path.dirname(import.meta.dirname)
const tool = (name: string): string => path.join('node_modules', '.bin', name)
const workspaces = [
  'contract',
  'server',
  'web',
  'e2e',
  'bench',
  'kit',
  'examples/modules/assets',
  'kit/test/faulty',
  'kit/test/ports',
]

const checkTypes = (workspace: string): string[] => ['node_modules/ts7/bin/tsc', '-p', workspace]

const unitReport = '.cache/vitest.json'
const moduleReport = '.cache/vitest-modules.json'
const browserReport = '.cache/playwright.json'

const vitest = (report: string, ...options: string[]) => [
  tool('vitest'),
  'run',
  ...options,
  '--reporter=default',
  `--reporter=${path.join(root, 'scripts/retried-tests.ts')}`,
  '--reporter=json',
  `--outputFile.json=${path.join(root, report)}`,
]

/** Cheapest checks first. */
const steps: Step[] = [
  { name: 'format', title: words('格式与静态检查', 'Format and lint'), programs: [[tool('biome'), 'check', '.']] },
  { name: 'types', title: words('类型', 'Types'), programs: workspaces.map(checkTypes) },
  { name: 'arrows', title: words('模块边界', 'Borders of modules'), programs: [['scripts/check-arrows.ts']] },
  { name: 'dead-code', title: words('无用代码', 'Unused code'), programs: [[tool('knip'), '--no-progress']] },
  {
    name: 'docs',
    title: words('生成的文档', 'Generated documents'),
    programs: [['scripts/generate-docs.ts', '--check']],
  },
  {
    name: 'build',
    title: words('构建与网页体积', 'Builds and weights of pages'),
    programs: [['scripts/build-server.ts'], ['scripts/build-web.ts'], ['scripts/byte-gate.ts']],
  },
  {
    name: 'tests',
    title: words('单元与接口测试', 'Tests'),
    programs: [vitest(unitReport)],
    report: unitReport,
  },
  {
    name: 'modules',
    title: words('示例模块的测试', 'Tests of the example module'),
    programs: [vitest(moduleReport, '--config', 'examples/modules/assets/vitest.config.ts')],
    report: moduleReport,
  },
  {
    name: 'browser',
    title: words('浏览器测试', 'Tests in browsers'),
    programs: [[tool('playwright'), 'test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json']],
    report: browserReport,
  },
]

/**
 * README promises this version; its planner and its SQL differ from those of the newest. The clock says that an hour, a
 * day and a year end in ten seconds: no test may depend on when it runs.
 */
const oldestPostgresStep = (): Step => ({
  name: 'oldest-postgres',
  title: words(
    `单元与接口测试（PostgreSQL ${olderPostgres[0]}，跨年之夜）`,
    `Tests (PostgreSQL ${olderPostgres[0]}, New Year’s Eve)`,
  ),
  programs: [vitest(unitReport)],
  report: unitReport,
  env: { TEST_POSTGRES: olderPostgres[0], TEST_OWNER: 'plain', THOROUGH: '', ...fakeClock(newYearsEve()) },
})

/**
 * All steps with the long and random tests; the seed reproduces a run. The database owner is no superuser: tests of one
 * cannot detect operations that only superusers may do. The usual check has a superuser.
 */
const thoroughSteps = (): Step[] => {
  const seed = process.env.HOSTILE_SEED || String(randomInt(2 ** 31))
  process.stdout.write(`${words('完整检查', 'Thorough check')} HOSTILE_SEED=${seed}\n`)
  process.stdout.write(installDebianPrograms())
  process.stdout.write(installOlderPostgres())
  process.stdout.write(installKubernetesTypes())
  const all = steps.map((step) => ({ ...step, env: { THOROUGH: '1', TEST_OWNER: 'plain', HOSTILE_SEED: seed } }))
  return [...all, ...(hasPostgres(olderPostgres[0]) ? [oldestPostgresStep()] : [])]
}

const selectSteps = (all: Step[], only: string | undefined): Step[] => {
  if (only === undefined) return all
  const found = all.filter(({ name }) => name === only)
  if (found.length > 0) return found
  const names = all.map(({ name }) => name)
  process.stderr.write(
    `${words(`没有名为 ${only} 的步骤；可选：${names.join('、')}`, `There is no step ${only}; there are ${names.join(', ')}`)}\n`,
  )
  process.exit(2)
}

const readArguments = () =>
  parseArgs({
    options: { only: { type: 'string' }, thorough: { type: 'boolean' }, changed: { type: 'boolean' } },
    allowPositionals: true,
  })

/** The step for the test files whose paths contain one of these parts; in the browser then all tests of a room. */
const narrowTo = (all: Step[], parts: readonly string[]): Step[] =>
  parts.length === 0
    ? all
    : all.map((step) => ({
        ...step,
        programs: step.programs.map((program) => [...program, ...parts]),
        env: { ...step.env, ALL_JOURNEYS: '1' },
      }))

/** What a change of the working tree can break first, in a minute for one feature. */
const selectChanged = (): Step[] => {
  const parts = listChangedParts()
  return steps.flatMap((step) => {
    if (step.name === 'types') return { ...step, programs: listChangedWorkspaces().map(checkTypes) }
    if (step.name === 'tests') return parts.length > 0 ? narrowTo([step], parts) : []
    return ['format', 'arrows'].includes(step.name) ? step : []
  })
}

type Values = ReturnType<typeof readArguments>['values']
const select = ({ only, thorough, changed }: Values, parts: readonly string[]): Step[] =>
  changed ? selectChanged() : narrowTo(selectSteps(thorough ? thoroughSteps() : steps, only), parts)

const main = async (): Promise<number> => {
  const { values, positionals: parts } = readArguments()
  if (parts.length > 0 && !['tests', 'browser'].includes(values.only ?? '')) {
    const example = 'npm test -- --only tests assets'
    const advice = words(
      `指定文件时请加 --only tests 或 --only browser，例如 ${example}`,
      `Files need --only tests or --only browser, as in ${example}`,
    )
    process.stderr.write(`${advice}\n`)
    return 2
  }
  let passed = 0
  let failed = 0
  const retried: string[] = []
  for (const step of select(values, parts)) {
    if (!(await runStep(root, step))) return 1
    if (!step.report) continue
    const counts = countTests(path.join(root, step.report))
    if (counts.passed === 0) {
      process.stderr.write(`${words(`${step.title}：一个测试也没有运行`, `${step.title}: no test has run`)}\n`)
      return 1
    }
    process.stdout.write(describeTimes(root, path.join(root, step.report)))
    passed += counts.passed
    failed += counts.failed
    retried.push(...counts.retried)
  }
  if (passed + failed > 0) process.stdout.write(`${passed} passed, ${failed} failed\n`)
  const title = words('重试后才通过的测试：', 'Passed only when tried again:')
  if (retried.length > 0) process.stdout.write(`${title}\n${retried.map((name) => `  ${name}\n`).join('')}`)
  // What passes only now and then is a fault.
  if (failed > 0 || (values.thorough && retried.length > 0)) return 1
  if (values.thorough && values.only === undefined) noteCompleteRun()
  return 0
}

process.exitCode = await main()
