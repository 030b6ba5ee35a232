import { registerModes } from '@atrium/contract/features/registrations/register-modes.ts'
import type { registerBody } from '@atrium/contract/features/registrations/registrations.contract.ts'
import { registrationsErrors } from '@atrium/contract/features/registrations/registrations.errors.ts'
import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import type * as z from 'zod/mini'
import { auditActor } from '../../kernel/audit-actor.ts'
import { orNotFound, personOf, refuseDepth, refuseStale } from '../../kernel/db/crud-handlers.ts'
import type { Database, Db } from '../../kernel/db/database.ts'
import { maskedPhone } from '../../kernel/masked.ts'
import { placeOf } from '../../kernel/place-of-ip.ts'
import { type Actor, AppError, type LooseScope, type RequestScope, refusalAt } from '../../kernel/scope.ts'
import type { Settings } from '../base-parameters/index.ts'
import { findMembersCompany, isCompanyNameTaken } from '../companies/index.ts'
import type { Codes, Messages } from '../messages/index.ts'
import type { Passwords } from '../password-policies/index.ts'
import { users } from '../users/index.ts'
import { invitationsRepository } from './invitations.repository.ts'
import { typedInvitation } from './invitations.service.ts'
import { letIn } from './let-in.ts'
import { type Applicant, type Held, registrationsRepository as repository } from './registrations.repository.ts'

type Ports = {
  database: Database
  settings: Settings
  codes: Codes
  messages: Messages
  passwords: Passwords
  platformCompany: string
}
type Body = z.output<typeof registerBody>
/** How somebody is to come in. `code` and `invitedTo` belong to an invitation. */
type Way = { review: boolean; code: string; invitedTo: string | undefined }
export type Registrations = ReturnType<typeof createRegistrations>

const platform = { reach: 'platform' } as const

/** Who may come in, and who decided so (wire §11, `regist`). */
export const createRegistrations = (ports: Ports) => {
  const { database, settings, codes, messages, passwords, platformCompany } = ports

  /** Throws what the platform's way of registering refuses. */
  const wayOf = async ({ kind, ent, invite }: Body): Promise<Way> => {
    const asked = (await settings.read())['register.mode']
    const mode = registerModes.find((each) => each === asked) ?? 'closed'
    if (mode === 'closed') throw new AppError(registrationsErrors.closed)
    if (kind === 'ent') {
      if (mode === 'invite') throw new AppError(registrationsErrors.firmsClosed)
      if (!ent) throw refusalAt(registrationsErrors.firmNeeded, 'ent')
      return { review: mode === 'apply', code: '', invitedTo: undefined }
    }
    const code = typedInvitation(invite)
    if (code === '' && mode === 'invite') throw refusalAt(registrationsErrors.invitationNeeded, 'invite')
    return { review: mode === 'apply', code, invitedTo: code === '' ? undefined : await inviterOf(code) }
  }
  const inviterOf = async (code: string) => {
    const found = await database.transact(platform, (db) => invitationsRepository.companyOf(db, code))
    if (!found) throw refusalAt(registrationsErrors.wrongInvitation, 'invite')
    return found.companyId
  }

  const refuseTaken = async (db: Db, { account, phone, firm }: Applicant) => {
    if ((await users.findByAccount(db, account)) || (await repository.isAccountPending(db, account)))
      throw refusalAt(registrationsErrors.accountTaken, 'account')
    if (firm && (await isCompanyNameTaken(db, firm.name))) throw refusalAt(registrationsErrors.firmTaken, 'ent.name')
    if (await users.findByPhone(db, phone)) throw refusalAt(registrationsErrors.phoneTaken, 'phone')
  }

  /** The company whose rules the password has to satisfy; a firm that does not exist yet inherits the platform's. */
  const rulesFor = async ({ kind }: Body, { invitedTo }: Way) => {
    const members = () => database.transact(platform, findMembersCompany)
    return invitedTo ?? (kind === 'person' ? (await members())?.id : undefined) ?? platformCompany
  }

  const enter = async (db: Db, scope: LooseScope<null>, applicant: Applicant, { review, code, invitedTo }: Way) => {
    await refuseTaken(db, applicant)
    if (code !== '' && !(await invitationsRepository.use(db, code)))
      throw refusalAt(registrationsErrors.wrongInvitation, 'invite')
    if (!review) {
      const actor = await letIn(db, applicant, invitedTo)
      scope.note({ actor: auditActor(actor), entityId: actor.id, after: { kind: applicant.kind, state: 'active' } })
      return { id: actor.id, status: 'active' as const }
    }
    const decider = { companyId: invitedTo ?? platformCompany, invited: invitedTo !== undefined }
    const id = await repository.insert(db, { ...applicant, ...decider, ip: scope.origin.ip })
    scope.note({ entityId: id, after: { kind: applicant.kind, state: 'review' } })
    return { id, status: 'review' as const }
  }

  /** An application that may still be decided, as its decider saw it. */
  const undecided = (row: Held | undefined, version: number): Held => {
    const held = orNotFound(row)
    if (held.state !== 'review') throw new AppError(registrationsErrors.decided)
    refuseStale({ id: held.id, version: held.version }, version)
    return held
  }
  const tell = (
    db: Db,
    companyId: string,
    phone: string,
    template: 'registrationApproved' | 'registrationRejected',
    values: Record<string, string>,
  ) => messages.enqueue(db, { companyId, channel: 'sms', template, to: { phone }, values })

  return {
    /**
     * Nothing about others is told before the code is right; a refusal after that leaves it good, so that the applicant
     * can correct the account and send again. Throws the refusals of `wayOf`, the password's at `password`,
     * `wrongSentCode`, and those of `refuseTaken`.
     */
    async register(scope: LooseScope<null>, body: Body) {
      const { kind, account, name, phone, uuid, code, password } = body
      scope.note({ entityName: account })
      const way = await wayOf(body)
      const firm = kind === 'ent' ? (body.ent ?? null) : null
      const words = [account, name, firm?.name ?? '']
      const companyId = await rulesFor(body, way)
      const passwordHash = await passwords.accept({ companyId, words, password, field: 'password' })
      const proof = { purpose: 'register', subject: `phone:${phone}`, uuid, code } as const
      await codes.prove(proof)
      const applicant = { kind, account, name, phone, passwordHash, firm }
      return scope.commit(async (db) => {
        await codes.spend(db, proof)
        return enter(db, scope, applicant, way)
      })
    },

    async list({ db }: RequestScope, query: ListQuery) {
      refuseDepth(query)
      const page = await repository.list(db, query)
      const data = page.data.map((row) => ({ ...row, phone: maskedPhone(row.phone), area: placeOf(row.ip) }))
      return { ...page, data }
    },

    /** Throws `decided`, `versionConflict`, and what meanwhile was taken. */
    async approve(scope: LooseScope<Actor>, id: string, version: number) {
      const { companyId } = scope.actor
      await scope.commit(async (db) => {
        const held = undecided(await repository.hold(db, companyId, id), version)
        const user = await letIn(db, held, held.invited ? companyId : undefined)
        await repository.decide(db, companyId, id, 'approved', '', personOf(scope))
        await tell(db, companyId, held.phone, 'registrationApproved', { account: held.account })
        const after = { state: 'approved', companyId: user.companyId, userId: user.id }
        scope.note({ entityId: id, entityName: held.account, before: { state: 'review' }, after })
      })
      messages.wake()
      return null
    },

    /** Throws `decided` and `versionConflict`. */
    async reject(scope: RequestScope, id: string, { reason, version }: { reason: string; version: number }) {
      const { db, actor } = scope
      const { companyId } = actor
      const held = undecided(await repository.hold(db, companyId, id), version)
      await repository.decide(db, companyId, id, 'rejected', reason, personOf(scope))
      await tell(db, companyId, held.phone, 'registrationRejected', { account: held.account, reason })
      const after = { state: 'rejected', reason }
      scope.note({ entityId: id, entityName: held.account, before: { state: 'review' }, after })
      scope.afterCommit(messages.wake)
      return null
    },
  }
}
