import path from 'node:path'
import { parseArgs } from 'node:util'
import { runStep, type Step } from './check-step.ts'
import { countTests } from './test-counts.ts'

const root = path.dirname(import.meta.dirname)
const tool = (name: string): string => path.join('node_modules', '.bin', name)
const workspaces = ['contract', 'server', 'web', 'e2e', 'bench']

const unitReport = '.cache/vitest.json'
const browserReport = '.cache/playwright.json'

/** In the order of their price: what is cheap to find is found first. */
const steps: Step[] = [
  { name: 'format', title: '格式与静态检查', programs: [[tool('biome'), 'check', '.']] },
  { name: 'types', title: '类型', programs: workspaces.map((each) => ['node_modules/ts7/bin/tsc', '-p', each]) },
  { name: 'arrows', title: '模块边界', programs: [['scripts/check-arrows.ts']] },
  { name: 'dead-code', title: '无用代码', programs: [[tool('knip'), '--no-progress']] },
  { name: 'docs', title: '生成的文档', programs: [['scripts/generate-docs.ts', '--check']] },
  { name: 'web', title: '网页构建与体积', programs: [['scripts/build-web.ts'], ['scripts/byte-gate.ts']] },
  {
    name: 'tests',
    title: '单元与接口测试',
    programs: [[tool('vitest'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]],
    report: unitReport,
  },
  {
    name: 'browser',
    title: '浏览器测试',
    programs: [[tool('playwright'), 'test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json']],
    report: browserReport,
  },
]

const chosen = (only: string | undefined): Step[] => {
  if (only === undefined) return steps
  const found = steps.filter(({ name }) => name === only)
  if (found.length > 0) return found
  process.stderr.write(`没有名为 ${only} 的步骤；可选：${steps.map(({ name }) => name).join('、')}\n`)
  process.exit(2)
}

const main = async (): Promise<number> => {
  const { values } = parseArgs({ options: { only: { type: 'string' } } })
  let passed = 0
  let failed = 0
  let counted = false
  for (const step of chosen(values.only)) {
    if (!(await runStep(root, step))) return 1
    if (!step.report) continue
    const counts = countTests(path.join(root, step.report))
    if (counts.passed === 0) {
      process.stderr.write(`${step.title}：一个测试也没有运行\n`)
      return 1
    }
    counted = true
    passed += counts.passed
    failed += counts.failed
  }
  if (counted) process.stdout.write(`${passed} passed, ${failed} failed\n`)
  return failed === 0 ? 0 : 1
}

process.exitCode = await main()
