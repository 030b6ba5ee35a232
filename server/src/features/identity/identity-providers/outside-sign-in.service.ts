import type { outsideSignInContract } from '@atrium/contract/features/identity/identity-providers/outside-sign-in.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { writeAudits } from '../../../kernel/db/audit-log.ts'
import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { AuditSideEffects, DetachedScope, Owner } from '../../../kernel/scope.ts'
import { digest } from '../../../kernel/secrets.ts'
import { users } from '../../people/users/index.ts'
import { findCompanyByHost } from '../../tenancy/branding/index.ts'
import type { SignInService } from '../sign-in/index.ts'
import type { OutsidePerson } from './adapter.ts'
import type { createMapping } from './apply-mapping.ts'
import { takeBeginning } from './clean-person.ts'
import { linksRepository as links } from './links.repository.ts'
import { createPerson, mayJoin, unknownPasswordHash } from './new-person.ts'
import type { Proved, Rounds } from './rounds.ts'
import { signInProvidersRepository as providers } from './sign-in-providers.repository.ts'

type Scope = DetachedScope<null>
type Finish = InputOf<typeof outsideSignInContract.finish>['body']
type Prove = InputOf<typeof outsideSignInContract.prove>['body']
type Ports = {
  database: Database
  rounds: Rounds
  signIn: Pick<SignInService, 'enter' | 'verify'>
  mapping: ReturnType<typeof createMapping>
}
const platform = { reach: 'platform' } as const
export const toSubject = ({ subject }: OutsidePerson) => digest(subject)
/** As the list of links shows a person. */
export const shownName = ({ name, subject }: OutsidePerson) => takeBeginning(name || subject, 60)

/** Of two first sign-ins of a person at once, one makes the account. */
const joinedAlready = new Error('the person has joined meanwhile')
/** With what they tell of: the sign-in may still be refused. */
const writeSideEffects = (db: Db, { origin }: Scope, { companyId }: Owner, sideEffects: AuditSideEffects) =>
  writeAudits(
    db,
    sideEffects.map((part) => ({ companyId, ...part, actor: null, sessionId: null, origin, ok: true, code: 0, ms: 0 })),
  )

/** Signing in by an outside identity: linked, joined at the first time, or proved by a password here. */
export const createOutsideSignIn = ({ database, rounds, signIn, mapping }: Ports) => {
  /** A verified address that an account of the company has: its person proves it, and gets no second account. */
  const isKnownHere = async (db: Db, companyId: string, { mail }: OutsidePerson) =>
    mail !== '' && (await users.findByMail(db, mail))?.companyId === companyId

  /** The account of a person: the linked one, or a new one if the provider gives accounts. */
  const findAccount = async (scope: Scope, proved: Proved): Promise<Owner | undefined> => {
    const { provider, person } = proved
    const linked = await database.read(platform, (db) => links.findOwner(db, provider.id, toSubject(person)))
    const maker = await mapping.findMaker(provider)
    if (linked) {
      if (maker && provider.mapsAlways) await synchronize(scope, proved, linked, maker)
      return linked
    }
    const isKnown = await database.read(platform, (db) => isKnownHere(db, provider.companyId, person))
    if (isKnown || !mayJoin(maker, provider, person)) return undefined
    const passwordHash = await unknownPasswordHash()
    const join = async (db: Db): Promise<Owner> => {
      const { owner, part } = await createPerson(db, provider.companyId, person, passwordHash)
      const added = { providerCompanyId: provider.companyId, providerId: provider.id }
      const link = { ...added, subjectHash: toSubject(person), name: shownName(person) }
      if (!(await links.insert(db, owner, link))) throw joinedAlready
      const given = await mapping.apply(db, provider, maker, owner, person.claims)
      await writeSideEffects(db, scope, owner, [part, ...given])
      return owner
    }
    return database.transact(platform, join).catch((error: unknown) => {
      if (error !== joinedAlready) throw error
      return database.read(platform, (db) => links.findOwner(db, provider.id, toSubject(person)))
    })
  }
  const synchronize = async (
    scope: Scope,
    { provider, person }: Proved,
    owner: Owner,
    maker: NonNullable<Awaited<ReturnType<typeof mapping.findMaker>>>,
  ) => {
    // A rule speaks of the provider's own company.
    if (owner.companyId !== provider.companyId) return
    await database.transact(platform, async (db) => {
      await users.hold(db, owner)
      const { name, account } = orNotFound(await users.find(db, owner.companyId, owner.userId))
      await writeSideEffects(
        db,
        scope,
        owner,
        await mapping.apply(db, provider, maker, { ...owner, name, account }, person.claims),
      )
    })
  }

  return {
    async buttons(db: Db, host: string, mail: string) {
      const companyId = await findCompanyByHost(db, host)
      const buttons = await providers.offered(db, { companyId, domain: mail.split('@')[1] ?? '' })
      return { buttons, byMail: await providers.hasDomains(db) }
    },
    start: (scope: Scope, id: string, returnTo: string) => rounds.begin(scope, id, 'signIn', { owner: null, returnTo }),

    /** Throws as the end of a round and the first step do, `userLimit`, and the refusals of the mapping. */
    async finish(scope: Scope, { device, ...answer }: Finish) {
      scope.note({ entityName: '外部账号', after: { method: 'outside' } })
      const proved = await rounds.end(scope, 'signIn', answer)
      const { provider, person, returnTo } = proved
      scope.note({ entityName: `${shownName(person)}（${provider.name}）` })
      const shown = { name: shownName(person), provider: provider.name, returnTo }
      const owner = await findAccount(scope, proved)
      if (!owner) {
        scope.note({ unchanged: true })
        return { step: null, ticket: await rounds.keep(scope, proved), ...shown }
      }
      const user = orNotFound(await database.read(platform, (db) => users.find(db, owner.companyId, owner.userId)))
      const step = await signIn.enter(scope, { user, device, identity: { providerId: provider.id, link: null } })
      return { step, ticket: '', ...shown }
    },

    /**
     * The identity is linked when sign-in is complete.
     * @throws as the password step does
     */
    async prove(scope: Scope, { ticket, ...typed }: Prove) {
      const { provider, person } = await rounds.kept(scope, ticket)
      const link = {
        providerCompanyId: provider.companyId,
        subject: toSubject(person).toString('base64'),
        name: shownName(person),
      }
      const step = await signIn.verify(scope, { type: 'password', ...typed }, 'console', {
        providerId: provider.id,
        link,
      })
      await rounds.spend(ticket)
      return step
    },
  }
}
