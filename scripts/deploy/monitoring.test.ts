import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { commands } from '../../server/src/commands/commands.ts'
import { metricNames, metricOf } from '../../server/src/kernel/metric-table.ts'
import { createMetrics } from '../../server/src/kernel/metrics.ts'
import { deployFolder, readDeploy } from './deploy-files.ts'

type Rule = { alert: string; expr: string; labels: { severity: string }; annotations: Record<string, string> }
type AlertTest = { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }
type Panel = { id: number; title: string; targets?: { expr: string }[] }

const rules: Rule[] = parse(readDeploy('prometheus/atrium.rules.yml')).groups.flatMap(
  ({ rules }: { rules: Rule[] }) => rules,
)
const alertTests: AlertTest[] = parse(readDeploy('prometheus/atrium.test.yml')).tests
const dashboard: { panels: Panel[]; templating: unknown } = JSON.parse(readDeploy('grafana/atrium.json'))
const runbooks = ['runbooks.md', 'runbooks.zh-CN.md'].map((name) => ({
  name,
  text: readFileSync(path.join(deployFolder, '../docs/operating', name), 'utf8'),
}))

/** What every scraped series has, and what Prometheus adds to those of a histogram. */
const everywhere = ['job', 'instance', 'le']
const ofProcess = [...(await createMetrics().text()).matchAll(/^# TYPE ((?:nodejs|process)_\w+)/gm)].map(
  ([, name = '']) => name,
)
const served = new Map<string, readonly string[]>([
  ['up', []],
  ...ofProcess.map((name) => [name, []] as const),
  ...metricNames.flatMap((name) => {
    const { kind, labels = [] } = metricOf(name)
    const suffixes = kind === 'histogram' ? ['_bucket', '_count', '_sum'] : ['']
    return suffixes.map((suffix) => [name + suffix, labels] as const)
  }),
])
/** Metrics that an expression names and no node serves, and labels that they do not have. */
const findUnknown = (expr: string): string[] => {
  const named = [...expr.matchAll(/\b(up|(?:atrium|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)]
  return named.flatMap(([, name = '', matchers = '']) => {
    const labels = served.get(name)
    if (!labels) return [name]
    const asked = [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label)
    return asked.filter((label) => ![...everywhere, ...labels].includes(label)).map((label) => `${name}{${label}}`)
  })
}
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
]

describe('alert rules and dashboard', () => {
  it('name only what nodes serve', () => {
    expect(rules.length).toBeGreaterThan(20)
    expect(expressions.length).toBeGreaterThan(50)
    expect(expressions.flatMap(([where, expr]) => findUnknown(expr).map((unknown) => `${where}: ${unknown}`))).toEqual(
      [],
    )
    expect(findUnknown('rate(atrium_requests_total{status="1"}[5m]) + atrium_gone')).toEqual([
      'atrium_requests_total{status}',
      'atrium_gone',
    ])
  })
  it('show every metric of the product somewhere', () => {
    const all = JSON.stringify(dashboard) + readDeploy('prometheus/atrium.rules.yml')
    expect(metricNames.filter((name) => !all.includes(name))).toEqual([])
  })
})

describe('an alert', () => {
  it('has a severity, and a test that sees it silent and firing', () => {
    expect(rules.filter(({ labels }) => !['page', 'ticket'].includes(labels.severity))).toEqual([])
    const seen = alertTests.flatMap(({ alert_rule_test: steps }) => steps)
    for (const { alert } of rules) {
      const steps = seen.filter(({ alertname }) => alertname === alert)
      expect(
        steps.map(({ exp_alerts: expected }) => expected.length),
        alert,
      ).toEqual([0, 1])
    }
    expect(seen.filter(({ alertname }) => !rules.some(({ alert }) => alert === alertname))).toEqual([])
  })
  it.each(runbooks)('has its section in $name, in the same order, and no section is left over', ({ text }) => {
    const anchors = [...text.matchAll(/^<a id="([\w-]+)"><\/a>$/gm)].map(([, anchor]) => anchor)
    expect(rules.map(({ annotations }) => annotations.runbook_url)).toEqual(
      anchors.map((anchor) => `docs/operating/runbooks.md#${anchor}`),
    )
  })
})

describe.each(runbooks)('$name', ({ text }) => {
  it('names commands that there are, and leads to sections that there are', () => {
    const words = [...text.matchAll(/(?<![\w'@*])atrium ([a-z-]+)/g)].map(([, word = '']) => word)
    expect(words.length).toBeGreaterThan(20)
    expect(words.filter((word) => !Object.hasOwn(commands, word) && word !== 'server')).toEqual([])
    const links = [...text.matchAll(/\]\(#([\w-]+)\)/g)].map(([, anchor]) => anchor)
    expect(links.filter((anchor) => !text.includes(`<a id="${anchor}"></a>`))).toEqual([])
  })
  it('has the same commands and statements as the other language', () => {
    const blocksOf = (page: string) => [...page.matchAll(/```(?:sh|sql)\n[\s\S]*?```/g)].map(([block]) => block)
    for (const other of runbooks) expect(blocksOf(text)).toEqual(blocksOf(other.text))
  })
})
