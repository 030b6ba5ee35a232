import { randomInt } from 'node:crypto'
import type { invitationWrite } from '@atrium/contract/features/identity/registrations/registrations.contract.ts'
import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import type * as z from 'zod/mini'
import { assertPageDepth, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { RequestScope } from '../../../kernel/scope.ts'
import { invitationsRepository as repository } from './invitations.repository.ts'

/** No look-alike characters: codes are read aloud and typed from paper. */
const codeAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const codeLength = 10
const newCode = () =>
  Array.from({ length: codeLength }, () => codeAlphabet.charAt(randomInt(codeAlphabet.length))).join('')

/** A typed code as it is stored; empty without one. */
export const normalizeInvitationCode = (invite: string | undefined): string => invite?.toUpperCase() ?? ''

/** Invitations into the caller's company. */
export const invitations = {
  async list({ db }: RequestScope, query: ListQuery) {
    assertPageDepth(query)
    return repository.list(db, query)
  },

  async create(scope: RequestScope, write: z.output<typeof invitationWrite>) {
    const created = await repository.insert(scope.db, newCode(), write, toAuthor(scope))
    // The code stays out of the log, where readers could use it.
    scope.note({ entityId: created.id, entityName: write.note, after: write })
    return created
  },

  async remove({ db, note }: RequestScope, id: string) {
    const { code: _, ...before } = orNotFound(await repository.findForUpdate(db, id))
    await repository.remove(db, id)
    note({ entityId: id, entityName: before.note, before })
    return null
  },
}
