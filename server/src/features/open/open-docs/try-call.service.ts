import type { OpenAppApi } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import {
  maxShownAnswer,
  type TrialEffect,
  type TriedCall,
  type TryCall,
} from '@atrium/contract/features/open/open-docs/try-call.contract.ts'
import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { messages } from '@atrium/contract/kernel/fields.ts'
import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { type Actor, AppError, type DetachedScope } from '../../../kernel/scope.ts'
import type { MakeTrial } from '../gate/index.ts'
import { assertCoversApp, findApp, toSteps } from '../open-apps/index.ts'
import { bodyFaults } from './check-body.ts'
import { type DescribedApi, openDocsRepository as repository } from './open-docs.repository.ts'

type Scope = DetachedScope<Actor>
export type TryCallPorts = {
  database: Database
  catalogue: Catalogue
  siteOrigin: string
  listGrants(scope: Scope, appId: string): Promise<OpenAppApi[]>
  makeTrial: MakeTrial
}

const invalid = (errors: { field: string; msg: string }[]) =>
  new AppError({ ...kernelErrors.invalid, msg: errors[0]?.msg ?? kernelErrors.invalid.msg }, { errors })
/** Addresses with segments of dots lead elsewhere before the gate sees them. */
const findPathFault = (value: string): string | undefined => {
  if (value === '') return messages.required
  return /^\.{1,2}$/.test(value) ? '不能是“.”或“..”' : undefined
}
/** Throws `invalid` for what cannot be sent, or is no body that the API describes. */
const buildAddress = ({ path, request }: DescribedApi, sent: TryCall) => {
  const names = [...path.matchAll(/\{([A-Za-z0-9]+)\}/g)].map(([, name = '']) => name)
  const errors = [
    ...names.flatMap((name) => {
      const msg = findPathFault(sent.path[name] ?? '')
      return msg === undefined ? [] : [{ field: `path.${name}`, msg }]
    }),
    ...bodyFaults(sent.body, request),
  ]
  if (errors.length > 0) throw invalid(errors)
  const pairs = Object.entries(sent.query).map(([name, value]): [string, string] => [
    encodeURIComponent(name),
    encodeURIComponent(value),
  ])
  return {
    path: path.replaceAll(/\{([A-Za-z0-9]+)\}/g, (_, name: string) => encodeURIComponent(sent.path[name] ?? '')),
    query: pairs
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map((pair) => pair.join('='))
      .join('&'),
  }
}

const toEffect = ({ kind, method }: DescribedApi, isDone: boolean): TrialEffect => {
  if (!isDone) return 'none'
  return kind === 'target' ? 'sandbox' : method === 'GET' ? 'read' : 'undone'
}
const isText = (type: string) => /^(text\/|application\/([a-z.+-]*\+)?(json|xml))/i.test(type)

/** Trials of an application’s APIs. */
export const createTryCall = ({ database, catalogue, siteOrigin, listGrants, makeTrial }: TryCallPorts) => {
  const find = async (scope: Scope, appId: string, code: string) => {
    const { actor } = scope
    const { companyId } = actor
    const app = await database.read({ reach: 'company', companyId }, async (db) => {
      const found = await findApp({ db }, appId)
      // The answer is what the owner may see.
      await assertCoversApp(catalogue, { db, actor }, found)
      return found
    })
    const held = orNotFound((await listGrants(scope, appId)).find((each) => each.code === code))
    const [api] = await database.read({ reach: 'company', companyId }, (db) => repository.served(db, [held.id]))
    return { app, api: orNotFound(api) }
  }
  /** Throws `beyondRights` for those who could not call the APIs themselves, and `invalid`. */
  return async (scope: Scope, appId: string, sent: TryCall): Promise<TriedCall> => {
    const { app, api } = await find(scope, appId, sent.api)
    const { method } = api
    const { path, query } = buildAddress(api, sent)
    const body = method === 'GET' ? '' : sent.body
    const made = orNotFound(await makeTrial({ appKey: app.appKey, method, path, query, body, ip: scope.origin.ip }))
    const { headers, canonical, reply, record } = made
    const { refused, ms, traceId } = record
    const after = { api: api.name, method, path: api.path, httpStatus: reply.status }
    scope.note({ entityId: appId, entityName: app.name, after })
    return {
      request: {
        method,
        url: `${siteOrigin}${path}${query === '' ? '' : `?${query}`}`,
        body,
        headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
      },
      canonical,
      steps: toSteps(refused?.step ?? null, refused?.detail ?? ''),
      effect: toEffect(api, reply.status < 400),
      status: reply.status,
      ms: Math.round(ms),
      type: reply.type,
      bytes: reply.body.length,
      traceId,
      answer: isText(reply.type) ? reply.body.toString().slice(0, maxShownAnswer) : '',
    }
  }
}
