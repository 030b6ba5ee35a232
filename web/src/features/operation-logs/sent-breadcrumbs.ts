import { maskedPath, maxPathLength, type TrailEvent } from '@atrium/contract/features/operation-logs/trails.contract.ts'
import type { Step } from '../../kernel/api/trail.ts'

const quoted = /reading '\w+'|"[^"]*(?:"|$)|'[^']*(?:'|$)|`[^`]*(?:`|$)|“[^”]*(?:”|$)/g
/** A browser's own words without what they quote, which somebody may have typed; the name of a property is ours. */
const withoutQuotes = (message: string): string =>
  message.replace(quoted, (found) => (found.startsWith('reading') ? found : '…')).replace(/\d{4,}/g, '#')

const masked = (step: Step) => {
  if (step.kind === 'route') return { ...step, path: maskedPath(step.path).slice(0, maxPathLength) }
  return step.kind === 'error' ? { ...step, message: withoutQuotes(step.message) } : step
}

/** What led to a failed call as it may be sent: how long before its answer, and nothing that could be a value. */
export const trailToSend = (steps: readonly Step[]): TrailEvent[] => {
  const end = steps.at(-1)?.at ?? 0
  return steps.map((step) => {
    const { at, ...event } = masked(step)
    return { ...event, before: Math.round(end - at) }
  })
}
