import { identityProvidersErrors } from '@atrium/contract/features/identity/identity-providers/identity-providers.errors.ts'
import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { type Actor, AppError, type DetachedScope, type RequestScope, toPrincipal } from '../../../kernel/scope.ts'
import type { Security } from '../security/index.ts'
import type { SessionService } from '../session/index.ts'
import { addLink } from './keep-link.ts'
import { linksRepository as links } from './links.repository.ts'
import { shownName, toSubject } from './outside-sign-in.service.ts'
import type { Rounds } from './rounds.ts'
import { signInProvidersRepository as providers } from './sign-in-providers.repository.ts'

type Scope = DetachedScope<Actor>
type Ports = {
  database: Database
  rounds: Rounds
  security: Pick<Security, 'requireReauthentication'>
  sessions: Pick<SessionService, 'endOutside' | 'forgetUser'>
}
const platform = { reach: 'platform' } as const
const { otherCompany, attemptGone } = identityProvidersErrors

/** The caller's own links to outside identities. */
export const createOwnLinks = ({ database, rounds, security, sessions }: Ports) => ({
  async list({ db, actor }: RequestScope) {
    const owner = toPrincipal(actor)
    const [offered, linked] = [await providers.linkable(db, owner.companyId), await links.ofUser(db, owner)]
    return offered.map(({ id, name: provider, kind }) => {
      const { providerId: _, ...link } = linked.find(({ providerId }) => providerId === id) ?? { providerId: id }
      return { id, provider, kind, link: 'id' in link ? link : null }
    })
  },

  /** Throws `secondStep` unless the caller was reauthenticated lately, and `otherCompany`. */
  async start(scope: Scope, id: string) {
    const owner = toPrincipal(scope.actor)
    await security.requireReauthentication(scope.actor)
    if (!(await database.read(platform, (db) => providers.serves(db, id, owner.companyId))))
      throw new AppError(otherCompany)
    return rounds.begin(scope, id, 'link', { owner, returnTo: '' })
  },

  /** Throws as the end of a round does, `attemptGone` for the round of another person, and as `addLink` does. */
  async finish(scope: Scope, answer: Parameters<Rounds['end']>[2]) {
    const { userId, companyId } = toPrincipal(scope.actor)
    scope.note({ entityId: scope.actor.userId, entityName: scope.actor.name })
    const { provider, person, owner } = await rounds.end(scope, 'link', answer)
    if (owner?.userId !== userId || owner.companyId !== companyId) throw new AppError(attemptGone)
    const link = { providerCompanyId: provider.companyId, providerId: provider.id, name: shownName(person) }
    await scope.commit((db) => addLink(db, owner, { ...link, subjectHash: toSubject(person) }))
    scope.note({ after: { name: provider.name } })
    return { provider: provider.name }
  },

  /** Throws as `start` does. Ends the other sessions that began by it. */
  async remove(scope: Scope, id: string) {
    const { actor } = scope
    const owner = toPrincipal(actor)
    await security.requireReauthentication(actor)
    await scope.commit(async (db) => {
      const { providerId, provider } = orNotFound(await links.find(db, owner, id))
      await links.remove(db, owner, id)
      const endedSessions = await sessions.endOutside(db, owner, providerId, actor.sessionId)
      const after = endedSessions > 0 ? { endedSessions } : undefined
      scope.note({ entityId: actor.userId, entityName: actor.name, before: { name: provider }, after })
    })
    sessions.forgetUser(actor.userId)
    return null
  },
})
