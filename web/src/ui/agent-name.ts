import { t } from './texts.ts'

type AgentPattern = readonly [name: string, pattern: RegExp]

/** The order matters: Edge also says Chrome, and Chrome also says Safari. */
const browsers: readonly AgentPattern[] = [
  ['Edge', /Edg(?:e|A|iOS)?\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /Version\/(\d+).*Safari/],
]
const systems: readonly AgentPattern[] = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
]

const maxLength = 40

/** Short browser name from a user agent: `Chrome 141 · Windows`. */
export const agentName = (agent: string): string => {
  const browser = browsers.find(([, pattern]) => pattern.test(agent))
  const system = systems.find(([, pattern]) => pattern.test(agent))?.[0]
  const known = browser && [browser[0], browser[1].exec(agent)?.[1]].filter(Boolean).join(' ')
  if (known) return system ? `${known} · ${system}` : known
  return agent.length > maxLength ? `${agent.slice(0, maxLength)}…` : agent || t('未知设备')
}
