import { maxFavorites } from '@atrium/contract/features/open/portal-apps/portal-app-fields.ts'
import type { portalAppsContract } from '@atrium/contract/features/open/portal-apps/portal-apps.contract.ts'
import { portalAppsErrors } from '@atrium/contract/features/open/portal-apps/portal-apps.errors.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { Database } from '../../../kernel/db/database.ts'
import {
  type Actor,
  AppError,
  type DetachedScope,
  type RequestScope,
  toOwner,
  toPrincipal,
} from '../../../kernel/scope.ts'
import { waitingNotices } from '../../content/notices/index.ts'
import { countOpenInvitations } from '../../people/memberships/index.ts'
import { logoAddress, type SharedAddresses } from '../open-apps/index.ts'
import { appRequestsRepository as requests } from './app-requests.repository.ts'
import { consentsRepository as consents } from './consents.repository.ts'
import { shortcutsRepository as shortcuts } from './shortcuts.repository.ts'
import { shownAppsRepository as shown } from './shown-apps.repository.ts'

type Body<E extends keyof typeof portalAppsContract> = InputOf<(typeof portalAppsContract)[E]>['body']
type Query = InputOf<typeof portalAppsContract.apps>['query']

/** Applications as their users see them. */
export const createPortalApps = ({ database, addresses }: { database: Database; addresses: SharedAddresses }) => ({
  async list({ db, actor }: RequestScope, query: Query) {
    const apps = await shown.list(db, toOwner(actor), query)
    return apps.map(({ logoFile, ...app }) => ({ ...app, logo: logoAddress(addresses, app.companyId, logoFile) }))
  },

  async count({ actor }: DetachedScope<Actor>) {
    const owner = toOwner(actor)
    const [apps, pending] = await database.read({ reach: 'platform' }, (db) =>
      Promise.all([shown.counts(db, owner), countOpenInvitations(db, toPrincipal(actor))]),
    )
    const [unread, waiting] = await database.read({ reach: 'company', companyId: owner.companyId }, (db) =>
      Promise.all([
        waitingNotices(db, owner, 'unread').limit(maxFavorites).execute(),
        requests.waitingFor(db, owner).limit(maxFavorites).execute(),
      ]),
    )
    return { ...apps, pending, approvals: waiting.length, unread: unread.length }
  },

  favoriteMenus: async ({ db, actor }: RequestScope) =>
    (await shortcuts.favorites(db, toOwner(actor), 'menu')).map((id) => ({ id })),

  /** Throws `notFound` for what is not shown to the caller, and `tooManyFavorites`. */
  async favorite({ db, actor }: RequestScope, { kind, id, on, sort }: Body<'favorite'>) {
    const owner = toOwner(actor)
    const isKnown = kind === 'menu' ? await shortcuts.isMenu(db, id) : await shown.find(db, owner, id)
    if (on && !isKnown) orNotFound(undefined)
    const others = (await shortcuts.favorites(db, owner, kind)).filter((each) => each !== id)
    if (on && others.length >= maxFavorites) throw new AppError(portalAppsErrors.tooManyFavorites)
    await shortcuts.arrange(db, owner, kind, on ? others.toSpliced(sort ?? others.length, 0, id) : others)
    return null
  },

  consents: ({ db, actor }: RequestScope) => consents.list(db, toOwner(actor)),

  /** Throws `scopesDiffer` unless exactly what the application asks for is allowed. */
  async consent({ db, actor, note }: RequestScope, { appId, on, scopes }: Body<'consent'>) {
    const owner = toOwner(actor)
    const before = await consents.find(db, owner, appId)
    if (on) {
      const app = orNotFound(await shown.find(db, owner, appId))
      if (new Set([...scopes, ...app.scopes]).size !== app.scopes.length || scopes.length !== app.scopes.length)
        throw new AppError(portalAppsErrors.scopesDiffer)
      await consents.save(db, owner, app, app.scopes)
      note({
        entityId: appId,
        entityName: app.name,
        before: { allowed: before?.scopes ?? [] },
        after: { allowed: scopes },
      })
      return null
    }
    const { name, scopes: allowed } = orNotFound(before)
    await consents.remove(db, owner, appId)
    note({ entityId: appId, entityName: name, before: { allowed }, after: { allowed: [] } })
    return null
  },
})
