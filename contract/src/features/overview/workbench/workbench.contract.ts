import * as z from 'zod/mini'
import { defineContract, signedInBecause, unscopedBecause } from '../../../kernel/endpoint.ts'
import { moment } from '../../../kernel/listing.ts'
import { productText } from '../../../kernel/product-text.ts'
import { isNamedByProduct } from '../../audit/operation-logs/named-entities.ts'
import { cardLayout } from '../../communication/preferences/cards.ts'
import { noticeLevels } from '../../content/notices/notice-words.ts'
import { accessRequestStates } from '../../governance/explain/access-request-row.ts'
import { quotaKinds } from '../../tenancy/plans/quotas.ts'
import { ownTenant } from '../../tenancy/tenants/own-tenant.contract.ts'

/** Rows of a card; more are on the card's page. */
export const cardRows = 6
/** Days ahead in which terms are shown. */
export const termDays = 30
/** Counts end here: more is shown as `99+`. */
export const maxCount = 100

/** `company`: of the operator's first customer. `organization`, `user`: of the company at hand. */
export const startSteps = ['company', 'organization', 'user', 'secondStep'] as const
export type StartStep = (typeof startSteps)[number]
/** What sets up a new installation or company, as far as the caller may do it; absent once it is set up. */
export const startCard = z.array(z.object({ step: z.enum(startSteps), done: z.boolean() }))

export const todoKinds = ['access', 'registration', 'review', 'visit', 'approval', 'app', 'held'] as const
export const todoCard = z.object({
  /** Open tasks by kind, of the kinds the caller may decide; at most `maxCount`. */
  counts: z.array(z.object({ kind: z.enum(todoKinds), count: z.int() })),
  /** The newest of all kinds. */
  rows: z.array(
    z.object({
      kind: z.enum(todoKinds),
      id: z.string(),
      /** The applicant, the author of a notice; the review's name. */
      who: z.string(),
      /** The permission, the firm, the reason, the notice's title, the application or the call; empty if there is none. */
      what: productText(({ kind }) => kind === 'access'),
      /** Unanswered items of a review; minutes of a visit. */
      amount: z.nullable(z.int()),
      /** When a review ends. */
      dueTime: z.nullable(moment),
      time: moment,
    }),
  ),
})

const waitingNotices = z.object({
  /** At most `maxCount`. */
  count: z.int(),
  rows: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      level: z.enum(noticeLevels),
      /** When it is to be confirmed. */
      ackTime: z.nullable(moment),
      time: moment,
    }),
  ),
})
/** Notices that the caller has not read, and those they have not confirmed; absent without any. */
export const noticesCard = z.object({ unread: waitingNotices, unacked: waitingNotices })

export const termsCard = z.object({
  /** At most `maxCount`. */
  total: z.int(),
  rows: z.array(
    z.object({
      kind: z.enum(['account', 'role', 'company']),
      /** Of the user or the company. */
      id: z.string(),
      name: z.string(),
      roleId: z.nullable(z.string()),
      roleName: productText(),
      expireTime: moment,
    }),
  ),
})

/** `idleAdmin`: no administrator signed in for 60 days. `noSecondStep`: no administrator has one. */
export const faultKinds = ['quota', 'expiring', 'idleAdmin', 'noSecondStep', 'failures'] as const
export type FaultKind = (typeof faultKinds)[number]
export const healthCard = z.object({
  tenants: z.int(),
  /** Tenants with at least one fault. */
  affected: z.int(),
  counts: z.array(z.object({ kind: z.enum(faultKinds), count: z.int() })),
  /** The most urgent of each kind. */
  rows: z.array(
    z.object({
      kind: z.enum(faultKinds),
      companyId: z.string(),
      name: z.string(),
      /** The exceeded quota. */
      quota: z.nullable(z.enum(quotaKinds)),
      /** Usage of the quota, administrators, or failed calls. */
      amount: z.nullable(z.number()),
      /** The quota, or the most frequent code of failed calls. */
      limit: z.nullable(z.int()),
      /** Expiry, or the last sign-in of an administrator; null if there was none. */
      time: z.nullable(moment),
    }),
  ),
  time: moment,
})

export const signInsCard = z.object({
  /** Successful sign-ins by day of UTC, oldest first; days without any are left out. */
  days: z.array(z.object({ day: z.string(), hours: z.array(z.int()) })),
})
export const growthCard = z.object({
  /** Oldest first; `yyyy-MM`. Months without any are left out. */
  months: z.array(
    z.object({ month: z.string(), newUsers: z.int(), newCompanies: z.int(), users: z.int(), companies: z.int() }),
  ),
  /** Whether the numbers are those of all companies. */
  all: z.boolean(),
})

/** Of a file, the kind of its rows is named. */
const isNamed = ({ event }: Readonly<Record<string, unknown>>): boolean => {
  const [entity, done] = String(event).split('.')
  return done === 'exported' || isNamedByProduct({ entity, entityId: entity })
}
const change = z.object({
  id: z.string(),
  time: moment,
  event: z.string(),
  entityName: productText(isNamed),
  who: z.string(),
  /** What the caller's own update has changed, in a line; empty of all else. */
  summary: z.string(),
  traceId: z.string(),
})
export const changesCard = z.object({ own: z.array(change), concerning: z.array(change) })

/** Files that the caller has opened, or that were changed, lately, of those they may see; absent without any. */
export const documentsCard = z.array(
  z.object({
    id: z.string(),
    title: z.string(),
    /** Empty if only the file is shared with the caller. */
    folderTitle: z.string(),
    /** Opened by the caller after the last change. */
    opened: z.boolean(),
    /** Who changed it last. */
    who: z.string(),
    /** When it was opened or changed last. */
    time: moment,
  }),
)

export const missingFields = ['portrait', 'phone', 'mail'] as const
export const nextCard = z.object({
  /** What the profile lacks. */
  missing: z.array(z.enum(missingFields)),
  secondStep: z.boolean(),
  /** When the tenant starts to require a second step; null if it does not. */
  secondStepFrom: z.nullable(moment),
  initialPassword: z.boolean(),
  passwordTime: moment,
})
export const requestsCard = z.array(
  z.object({
    id: z.string(),
    element: productText(),
    state: z.enum(accessRequestStates),
    time: moment,
    decideTime: z.nullable(moment),
    decideReason: z.string(),
    traceId: z.string(),
  }),
)
export const companiesCard = z.array(
  z.object({ id: z.string(), name: z.string(), current: z.boolean(), principal: z.boolean() }),
)
export const recentCard = z.array(z.object({ time: moment, ip: z.string(), area: productText(), agent: z.string() }))
export const administratorsCard = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    /** Empty without the permission to read contacts. */
    mail: z.string(),
  }),
)

export const workbench = z.object({
  /** The default of the caller's roles; null if none has one. */
  layout: z.nullable(cardLayout),
  start: z.optional(startCard),
  todo: z.optional(todoCard),
  notices: z.optional(noticesCard),
  terms: z.optional(termsCard),
  health: z.optional(healthCard),
  usage: z.optional(ownTenant),
  changes: z.optional(changesCard),
  documents: z.optional(documentsCard),
  signIns: z.optional(signInsCard),
  growth: z.optional(growthCard),
  next: z.optional(nextCard),
  requests: z.optional(requestsCard),
  companies: z.optional(companiesCard),
  recent: z.optional(recentCard),
  administrators: z.optional(administratorsCard),
})
export type Workbench = z.output<typeof workbench>

export const workbenchContract = defineContract('sysWorkbench', {
  read: {
    method: 'GET',
    path: '/api/sys/workbench/v1',
    summary: 'Read the cards of the workbench that the caller’s rights allow; cards without the right are absent',
    access: signedInBecause('each card requires the permission of the call it sums up'),
    // Two short transactions: some cards read the caller's company, others the caller's own rows in several.
    reach: 'manual',
    whileActing: 'guest',
    namesUsers: unscopedBecause(
      'cards apply the row scope of their calls; administrators are shown to those who need them',
    ),
    reply: workbench,
  },
})
