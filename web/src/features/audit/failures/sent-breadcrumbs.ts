import {
  type Breadcrumb,
  maskedPath,
  maxPathLength,
} from '@atrium/contract/features/audit/failures/breadcrumbs.contract.ts'
import type { BreadcrumbEntry } from '../../../kernel/api/breadcrumbs.ts'

const quoted = /reading '\w+'|"[^"]*(?:"|$)|'[^']*(?:'|$)|`[^`]*(?:`|$)|“[^”]*(?:”|$)/g
/** Removes quoted text from browser messages, which may be input; property names stay. */
const withoutQuotes = (message: string): string =>
  message.replace(quoted, (found) => (found.startsWith('reading') ? found : '…')).replace(/\d{4,}/g, '#')

const maskStep = (step: BreadcrumbEntry) => {
  if (step.kind === 'route') return { ...step, path: maskedPath(step.path).slice(0, maxPathLength) }
  return step.kind === 'error' ? { ...step, message: withoutQuotes(step.message) } : step
}

/** Converts breadcrumbs for sending: times relative to the failure's answer, without values. */
export const toSentBreadcrumbs = (steps: readonly BreadcrumbEntry[]): Breadcrumb[] => {
  const end = steps.at(-1)?.at ?? 0
  return steps.map((step) => {
    const { at, ...event } = maskStep(step)
    return { ...event, before: Math.round(end - at) }
  })
}
