import { identityProvidersErrors } from '@atrium/contract/features/identity/identity-providers/identity-providers.errors.ts'
import {
  maxProviders,
  type ProviderCreate,
  type ProviderKind,
  type ProviderRow,
  type ProviderUpdate,
} from '@atrium/contract/features/identity/identity-providers/provider-fields.ts'
import { assertPageDepth, assertVersion, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import { AppError, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import type { Secrets } from '../../../kernel/secrets.ts'
import type { SessionEnder } from '../../../kernel/session-ender.ts'
import { requireRight } from '../../people/users/index.ts'
import { assertMapping } from './mapping-rules.ts'
import type { AssertAddress } from './provider-address.ts'
import { type ProvidersQuery, providersRepository as repository, type StoredProvider } from './providers.repository.ts'

type Ports = {
  secrets: Pick<Secrets, 'seal'>
  sessions: Pick<SessionEnder, 'forgetUser'>
  assertAddress: AssertAddress
  toCallback(providerId: string): string
}
type Write = Omit<ProviderUpdate, 'version' | 'secret'>

/** The secret, the links and whose rights limit the rules are of one provider: another one must not inherit them. */
const assertSameProvider = (before: StoredProvider, { issuer, clientId, agentId }: Write) => {
  if (issuer !== before.issuer || clientId !== before.clientId || agentId !== before.agentId)
    throw refusalAt(identityProvidersErrors.addressFixed, 'issuer')
}
const ruleWords = ({ mapping }: Pick<ProviderRow, 'mapping'>) =>
  mapping.map(({ claim, value, role, org }) => `${claim}=${value}：${role?.name ?? org?.name ?? ''}`)
const toAuditValues = (row: StoredProvider) => ({
  name: row.name,
  kind: row.kind,
  issuer: row.issuer,
  clientId: row.clientId,
  agentId: row.agentId,
  scopes: row.scopes,
  mailDomains: row.mailDomains,
  disabled: !row.enabled,
  createsPeople: row.createsPeople,
  mapping: ruleWords(row),
  mapsAlways: row.mapsAlways,
})

/** Anybody can sign in at these, so that they must not give accounts. */
const isOpenToAll = (kind: ProviderKind, { agentId }: Write) =>
  kind === 'wechat' || (kind === 'dingtalk' && agentId === '')
const assertComplete = ({ actor }: RequestScope, kind: ProviderKind, write: Write) => {
  if (kind === 'oidc' && write.issuer === '') throw refusalAt(identityProvidersErrors.issuerNeeded, 'issuer')
  if (kind === 'wecom' && write.agentId === '') throw refusalAt(identityProvidersErrors.agentNeeded, 'agentId')
  if (write.createsPeople && isOpenToAll(kind, write))
    throw refusalAt(identityProvidersErrors.openToAll, 'createsPeople')
  // Its button is on everybody's sign-in page.
  if (actor.platform && write.createsPeople && kind === 'oidc' && write.mailDomains.length === 0)
    throw refusalAt(identityProvidersErrors.domainsNeeded, 'mailDomains')
}
/** What a provider gives people is limited by who has set it up: accounts as much as roles and organisations. */
const assertGifts = async (scope: RequestScope, { createsPeople, mapping }: Write) => {
  if (createsPeople) requireRight(scope.actor, 'sysUsers:add')
  await assertMapping(scope, mapping)
}
const givesTheSame = (write: Write, { mapping, createsPeople }: StoredProvider) =>
  (createsPeople || !write.createsPeople) &&
  JSON.stringify(write.mapping) ===
    JSON.stringify(
      mapping.map(({ claim, value, role, org }) => ({
        claim,
        value,
        roleId: role?.id ?? null,
        orgId: org?.id ?? null,
      })),
    )

/** Identity providers of a company. */
export const createProviders = ({ secrets, sessions, assertAddress, toCallback }: Ports) => {
  const toRow = (stored: StoredProvider): ProviderRow => ({ ...stored, callback: toCallback(stored.id) })
  const endSessions = async (scope: RequestScope, id: string): Promise<number> => {
    const ended = await repository.endSessions(scope.db, id)
    scope.afterCommit(() => [...new Set(ended)].forEach(sessions.forgetUser))
    return ended.length
  }
  const lock = async ({ db }: RequestScope, id: string) => {
    return orNotFound((await repository.lock(db, id)) ? await repository.find(db, id) : undefined)
  }
  const refuseLast = async ({ db }: RequestScope, id: string) => {
    if (await repository.isLastOfStrictTenant(db, id)) throw new AppError(identityProvidersErrors.lastProvider)
  }

  return {
    async list({ db }: RequestScope, query: ProvidersQuery) {
      assertPageDepth(query)
      const page = await repository.list(db, query)
      return { ...page, data: page.data.map(toRow) }
    },
    get: async ({ db }: RequestScope, id: string) => toRow(orNotFound(await repository.find(db, id))),

    /** Throws `issuerNeeded`, `agentNeeded`, `openToAll`, `domainsNeeded`, `tooManyProviders`, and as the address and the rules do. */
    async create(scope: RequestScope, { kind, secret, ...write }: ProviderCreate) {
      const { db, actor } = scope
      assertComplete(scope, kind, write)
      assertAddress(write.issuer)
      await assertGifts(scope, write)
      if ((await repository.count(db)) >= maxProviders) throw new AppError(identityProvidersErrors.tooManyProviders)
      const values = { ...write, sealedSecret: secrets.seal(secret), mappedBy: actor.userId }
      const id = await repository.insert(db, kind, values, toAuthor(scope))
      scope.note({
        entityId: id,
        entityName: write.name,
        after: toAuditValues(orNotFound(await repository.find(db, id))),
      })
      return { id }
    },
    /** Throws as `create` does, `addressFixed` and `lastProvider`. Switched off, it ends the sessions that began by it. */
    async update(scope: RequestScope, id: string, { version, secret, ...write }: ProviderUpdate) {
      const { db, actor } = scope
      const before = await lock(scope, id)
      assertVersion(before, version)
      assertComplete(scope, before.kind, write)
      assertSameProvider(before, write)
      const isSame = givesTheSame(write, before)
      if (!isSame) await assertGifts(scope, write)
      if (before.enabled && !write.enabled) await refuseLast(scope, id)
      const values = {
        ...write,
        sealedSecret: secret === '' ? undefined : secrets.seal(secret),
        mappedBy: isSame ? undefined : actor.userId,
      }
      await repository.update(db, id, values, toAuthor(scope))
      const endedSessions = before.enabled && !write.enabled ? await endSessions(scope, id) : 0
      const after = toAuditValues(orNotFound(await repository.find(db, id)))
      const changed = secret === '' ? {} : { keyReplaced: true }
      scope.note({
        entityId: id,
        entityName: write.name,
        before: toAuditValues(before),
        after: { ...after, ...changed, ...(endedSessions > 0 && { endedSessions }) },
      })
      return null
    },
    /** Throws `lastProvider`, and the impact until it is confirmed. */
    async remove(scope: RequestScope, id: string) {
      const { db } = scope
      const before = await lock(scope, id)
      if (before.enabled) await refuseLast(scope, id)
      scope.confirm({ people: before.links, sessions: await repository.countSessions(db, id) })
      await endSessions(scope, id)
      await repository.remove(db, id)
      scope.note({ entityId: id, entityName: before.name, before: toAuditValues(before) })
      return null
    },
  }
}
