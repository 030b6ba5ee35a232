import { installOlderPostgres } from '../../scripts/install-outside-programs.ts'
import { comparedRequests, compareVersions } from './compare-versions.ts'
import { findPlans, type PlanFinding } from './find-plans.ts'
import { evaluateGoals } from './goals.ts'
import { planModes } from './logged-plans.ts'
import type { Measured } from './measure.ts'
import { writeResults } from './report.ts'
import { measureExcess } from './rows-read.ts'
import { printTable, round } from './table.ts'
import { setUpVersion, versions } from './version-stage.ts'

// The requests of the measurement at scale on the oldest supported PostgreSQL and on the product's own: what the lists of
// the largest company cost, and how many rows each statement reads for one that it returns.

const maxCostRatio = 1.5
const textLength = 90

const print = (text: string) => process.stdout.write(`${text}\n`)
const label = (version: string) => (version === 'own' ? '内置 PostgreSQL' : `PostgreSQL ${version}`)
const modeLabels = { auto: '', force_custom_plan: '，每次按取值规划' }

const run = async () => {
  const stages = []
  try {
    for (const version of versions) {
      print(`${label(version)}：正在写入数据……`)
      stages.push(await setUpVersion(version))
    }
    print('正在比较列表的开销……')
    const costs = await compareVersions(stages)
    const plans: { title: string; found: PlanFinding[] }[] = []
    for (const stage of stages)
      for (const mode of planModes) {
        const title = label(stage.version) + modeLabels[mode]
        print(`${title}：正在读取执行计划……`)
        plans.push({ title, found: await findPlans(stage, mode) })
      }
    return { costs, plans }
  } finally {
    for (const { clear } of stages) await clear()
  }
}

const excess = ({ answered, worst }: PlanFinding) =>
  answered && worst ? measureExcess(worst) : Number.POSITIVE_INFINITY

print(installOlderPostgres())
const { costs, plans } = await run()
const [older, own] = costs as [Record<string, Measured>, Record<string, Measured>]
const databaseCost = (of: Record<string, Measured>, request: string) => of[request]?.database ?? Number.NaN

printTable(
  '每个请求的数据库 CPU-ms',
  comparedRequests.map((request) => ({
    项目: request,
    [label(versions[0])]: round(databaseCost(older, request), 2),
    [label(versions[1])]: round(databaseCost(own, request), 2),
  })),
)
for (const { title, found } of plans)
  printTable(
    `${title}：各请求中读取最多的语句`,
    found
      .toSorted((one, other) => excess(other) - excess(one))
      .map((each) => ({
        项目: each.request,
        占允许的倍数: round(excess(each), 2),
        读取: each.worst?.read ?? '–',
        返回: each.worst?.returned ?? '–',
        最多: each.worst?.most ?? '–',
        语句: each.worst?.text.replace(/\s+/g, ' ').slice(0, textLength) ?? '没有应答',
      })),
  )
const goals = evaluateGoals([
  ...comparedRequests.map((request) => ({
    work: `${request}：${label(versions[0])} / ${label(versions[1])}`,
    found: databaseCost(older, request) / databaseCost(own, request),
    bound: maxCostRatio,
    unit: '倍',
  })),
  ...plans.map(({ title, found }) => ({
    work: `${title}：读取的行数 / 允许的行数`,
    found: Math.max(...found.map(excess)),
    bound: 1,
    unit: '倍',
  })),
])
printTable('目标', goals)
print(`\n${writeResults({ costs, plans, goals })}`)
if (goals.some(({ 结论 }) => 结论 === '未达到')) process.exitCode = 1
