import { registerModes } from '@atrium/contract/features/identity/registrations/register-modes.ts'
import type { registerBody } from '@atrium/contract/features/identity/registrations/registrations.contract.ts'
import { registrationsErrors } from '@atrium/contract/features/identity/registrations/registrations.errors.ts'
import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import type * as z from 'zod/mini'
import { auditActor } from '../../../kernel/audit-actor.ts'
import { assertPageDepth, assertVersion, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { locateIp } from '../../../kernel/locate-ip.ts'
import { maskedPhone } from '../../../kernel/masked.ts'
import { type Actor, AppError, type DetachedScope, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import type { Approvals } from '../../communication/approvals/index.ts'
import type { Codes, Messages } from '../../communication/messages/index.ts'
import { users } from '../../people/users/index.ts'
import type { Settings } from '../../system/base-parameters/index.ts'
import { findMembersCompany, isCompanyNameTaken } from '../../tenancy/tenants/index.ts'
import type { Passwords } from '../password-policies/index.ts'
import { type AdmissionPorts, admitApplicant } from './admit-applicant.ts'
import { invitationsRepository } from './invitations.repository.ts'
import { normalizeInvitationCode } from './invitations.service.ts'
import { registrationApproval, toRegistrationSubject } from './registration-approval.ts'
import {
  type Applicant,
  type PendingRegistration,
  registrationsRepository as repository,
} from './registrations.repository.ts'

type Ports = {
  database: Database
  settings: Settings
  codes: Codes
  messages: Messages
  passwords: Passwords
  platformCompany: string
  approvals: Approvals
  authorization: AdmissionPorts
}
type Body = z.output<typeof registerBody>
/** How a registration is handled. `code` and `invitedTo` belong to an invitation. */
type RegistrationTerms = { review: boolean; code: string; invitedTo: string | undefined }
export type Registrations = ReturnType<typeof createRegistrations>

const platform = { reach: 'platform' } as const

/** Registrations and their approval. */
export const createRegistrations = (ports: Ports) => {
  const { database, settings, codes, messages, passwords, platformCompany, approvals, authorization } = ports

  /** Throws what the configured registration mode refuses. */
  const readTerms = async ({ kind, ent, invite }: Body): Promise<RegistrationTerms> => {
    const configured = (await settings.read())['register.mode']
    const mode = registerModes.find((each) => each === configured) ?? 'closed'
    if (mode === 'closed') throw new AppError(registrationsErrors.closed)
    if (kind === 'ent') {
      if (mode === 'invite') throw new AppError(registrationsErrors.firmsClosed)
      if (!ent) throw refusalAt(registrationsErrors.firmNeeded, 'ent')
      return { review: mode === 'apply', code: '', invitedTo: undefined }
    }
    const code = normalizeInvitationCode(invite)
    if (code === '' && mode === 'invite') throw refusalAt(registrationsErrors.invitationNeeded, 'invite')
    return { review: mode === 'apply', code, invitedTo: code === '' ? undefined : await getInvitingCompany(code) }
  }
  const getInvitingCompany = async (code: string) => {
    const found = await database.transact(platform, (db) => invitationsRepository.findCompany(db, code))
    if (!found) throw refusalAt(registrationsErrors.wrongInvitation, 'invite')
    return found.companyId
  }

  const refuseTaken = async (db: Db, { account, phone, firm }: Applicant) => {
    if ((await users.findByAccount(db, account)) || (await repository.isAccountPending(db, account)))
      throw refusalAt(registrationsErrors.accountTaken, 'account')
    if (firm && (await isCompanyNameTaken(db, firm.name))) throw refusalAt(registrationsErrors.firmTaken, 'ent.name')
    if (await users.findByPhone(db, phone)) throw refusalAt(registrationsErrors.phoneTaken, 'phone')
  }

  /** The company whose password rules apply; a firm that does not exist yet inherits the platform's. */
  const findPolicyCompany = async ({ kind }: Body, { invitedTo }: RegistrationTerms) => {
    const findMembers = () => database.transact(platform, findMembersCompany)
    return invitedTo ?? (kind === 'person' ? (await findMembers())?.id : undefined) ?? platformCompany
  }

  const submit = async (
    db: Db,
    scope: DetachedScope<null>,
    applicant: Applicant,
    { review, code, invitedTo }: RegistrationTerms,
  ) => {
    await refuseTaken(db, applicant)
    if (code !== '' && !(await invitationsRepository.use(db, code)))
      throw refusalAt(registrationsErrors.wrongInvitation, 'invite')
    if (!review) {
      const actor = await admitApplicant(authorization, db, applicant, invitedTo)
      scope.note({ actor: auditActor(actor), entityId: actor.id, after: { kind: applicant.kind, state: 'active' } })
      return { id: actor.id, status: 'active' as const }
    }
    const reviewer = { companyId: invitedTo ?? platformCompany, invited: invitedTo !== undefined }
    const id = await repository.insert(db, { ...applicant, ...reviewer, invitation: code, ip: scope.origin.ip })
    const subject = toRegistrationSubject(reviewer.companyId, { ...applicant, ...reviewer, id })
    await approvals.ask(db, registrationApproval, subject)
    scope.note({ entityId: id, after: { kind: applicant.kind, state: 'review' } })
    return { id, status: 'review' as const }
  }

  /** The registration, if still undecided and unchanged since the reviewer saw it. */
  const assertUndecided = (row: PendingRegistration | undefined, version: number): PendingRegistration => {
    const registration = orNotFound(row)
    if (registration.state !== 'review') throw new AppError(registrationsErrors.decided)
    assertVersion({ id: registration.id, version: registration.version }, version)
    return registration
  }
  const notifyApplicant = (
    db: Db,
    companyId: string,
    phone: string,
    template: 'registrationApproved' | 'registrationRejected',
    values: Record<string, string>,
  ) => messages.enqueue(db, { companyId, channel: 'sms', template, to: { phone }, values })

  return {
    /**
     * Reveals nothing about other accounts before the code is right. Later refusals keep the code valid, so that the
     * applicant can correct the input.
     * @throws the refusals of `readTerms`, password violations at `password`, `wrongSentCode`, and those of
     *   `refuseTaken`
     */
    async register(scope: DetachedScope<null>, body: Body) {
      const { kind, account, name, phone, uuid, code, password } = body
      scope.note({ entityName: account })
      const terms = await readTerms(body)
      const firm = kind === 'ent' ? (body.ent ?? null) : null
      const words = [account, name, firm?.name ?? '']
      const companyId = await findPolicyCompany(body, terms)
      const passwordHash = await passwords.validateAndHash({ companyId, words, password, field: 'password' })
      const subject = { holder: undefined, contact: `phone:${phone}` }
      const proof = { purpose: 'register', subject, uuid, code } as const
      await codes.prove(proof)
      const applicant = { kind, account, name, phone, passwordHash, firm }
      return scope.commit(async (db) => {
        await codes.spend(db, proof)
        return submit(db, scope, applicant, terms)
      })
    },

    async list({ db }: RequestScope, query: ListQuery) {
      assertPageDepth(query)
      const page = await repository.list(db, query)
      const data = page.data.map((row) => ({ ...row, phone: maskedPhone(row.phone), area: locateIp(row.ip) }))
      return { ...page, data }
    },

    /** Throws `decided`, `versionConflict`, and the refusals of `admitApplicant`. */
    async approve(scope: DetachedScope<Actor>, id: string, version: number) {
      const { companyId } = scope.actor
      await scope.commit(async (db) => {
        const registration = assertUndecided(await repository.findForUpdate(db, companyId, id), version)
        const subject = toRegistrationSubject(companyId, registration)
        const verdict = { act: 'approved', reason: '' } as const
        if (!(await approvals.decide({ ...scope, db }, registrationApproval, subject, verdict))) return
        const user = await admitApplicant(authorization, db, registration, registration.invited ? companyId : undefined)
        await repository.decide(db, companyId, id, 'approved', '', toAuthor(scope))
        await notifyApplicant(db, companyId, registration.phone, 'registrationApproved', {
          account: registration.account,
        })
        const after = { state: 'approved', companyId: user.companyId, userId: user.id }
        scope.note({ entityId: id, entityName: registration.account, before: { state: 'review' }, after })
      })
      messages.wake()
      return null
    },

    /** Throws `decided` and `versionConflict`. */
    async reject(scope: RequestScope, id: string, { reason, version }: { reason: string; version: number }) {
      const { db, actor } = scope
      const { companyId } = actor
      const registration = assertUndecided(await repository.findForUpdate(db, companyId, id), version)
      const verdict = { act: 'refused', reason } as const
      await approvals.decide(scope, registrationApproval, toRegistrationSubject(companyId, registration), verdict)
      await repository.decide(db, companyId, id, 'rejected', reason, toAuthor(scope))
      if (registration.invitation !== '') await invitationsRepository.giveBack(db, companyId, registration.invitation)
      await notifyApplicant(db, companyId, registration.phone, 'registrationRejected', {
        account: registration.account,
        reason,
      })
      const after = { state: 'rejected', reason }
      scope.note({ entityId: id, entityName: registration.account, before: { state: 'review' }, after })
      scope.afterCommit(messages.wake)
      return null
    },
  }
}
