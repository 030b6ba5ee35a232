import { randomBytes } from 'node:crypto'
import type { Consent, SsoScope } from '@atrium/contract/features/open/portal-apps/portal-app-fields.ts'
import { portalAppsErrors } from '@atrium/contract/features/open/portal-apps/portal-apps.errors.ts'
import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { AppError, type Owner, type RequestScope, toOwner } from '../../../kernel/scope.ts'
import { digest } from '../../../kernel/secrets.ts'
import { consentsRepository as consents } from './consents.repository.ts'
import { shortcutsRepository as shortcuts } from './shortcuts.repository.ts'
import { type ShownApp, shownAppsRepository as shown } from './shown-apps.repository.ts'
import { type TicketUser, ticketsRepository as tickets } from './tickets.repository.ts'

const ticketBytes = 32

/** An application of one's own company needs no consent: its administrators answer for it. */
const needsConsent = ({ companyId, scopes, sso }: ShownApp, owner: Owner, given: Consent | undefined) =>
  sso && companyId !== owner.companyId && !(given && scopes.every((scope) => given.scopes.includes(scope)))

/** Adds the ticket to the address, whose own query stays. */
const withTicket = (address: string, ticket: string): string => {
  const url = new URL(address)
  url.searchParams.set('ticket', ticket)
  return url.href
}

const scopeValues: Readonly<Record<SsoScope, (user: TicketUser) => object>> = {
  account: ({ account }) => ({ account }),
  phone: ({ phone }) => ({ phone }),
  email: ({ email }) => ({ email }),
  ent: ({ members, companyId, companyName, recognized }) => ({
    ent: members ? null : { id: companyId, name: companyName, recognized },
  }),
}

/** Signing users on to applications by tickets. */
export const createSso = (database: Database) => ({
  /** Throws `notFound` unless the application is shown to the caller. */
  async login({ db, actor, note }: RequestScope, appId: string) {
    const owner = toOwner(actor)
    const app = orNotFound(await shown.find(db, owner, appId))
    note({ entityId: app.id, entityName: app.name })
    if (needsConsent(app, owner, await consents.find(db, owner, appId))) {
      note({ unchanged: true })
      return { url: null, consent: { name: app.name, company: app.company, scopes: app.scopes } }
    }
    await shortcuts.noteUse(db, owner, appId)
    if (!app.sso) return { url: app.address, consent: null }
    const ticket = randomBytes(ticketBytes).toString('base64url')
    await tickets.insert(db, digest(ticket), app, owner, actor.sessionId)
    return { url: withTicket(app.address, ticket), consent: null }
  },

  /**
   * Who a ticket was issued to, as far as the application may know now.
   * @throws `wrongTicket` for one that is used, expired or another application's, and if the user, their sign-in or
   *   their consent is gone meanwhile
   */
  async redeem(app: { companyId: string; id: string }, ticket: string): Promise<object> {
    // Refused outside of the transaction, so that the ticket is used up in any case.
    const known = await database.transact({ reach: 'platform' }, async (db) => {
      const owner = await tickets.take(db, digest(ticket), app)
      const user = owner && (await tickets.findUser(db, owner))
      const open = owner && (await shown.find(db, owner, app.id))
      if (!(owner && user?.active && open?.sso)) return undefined
      if (needsConsent(open, owner, await consents.find(db, owner, app.id))) return undefined
      return { user, scopes: open.scopes }
    })
    if (!known) throw new AppError(portalAppsErrors.wrongTicket)
    const { user, scopes } = known
    const values = scopes.map((scope) => scopeValues[scope](user))
    return Object.assign({ userId: user.userId, name: user.name, scopes }, ...values)
  },
})
export type Sso = ReturnType<typeof createSso>
