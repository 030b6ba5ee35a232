import { randomInt } from 'node:crypto'
import type { invitationWrite } from '@atrium/contract/features/registrations/registrations.contract.ts'
import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import type * as z from 'zod/mini'
import { orNotFound, personOf, refuseDepth } from '../../kernel/db/crud-handlers.ts'
import type { RequestScope } from '../../kernel/scope.ts'
import { invitationsRepository as repository } from './invitations.repository.ts'

/** Nothing that looks like something else: the code is read aloud and typed off paper. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const codeLength = 10
const newCode = () => Array.from({ length: codeLength }, () => letters.charAt(randomInt(letters.length))).join('')

/** A code as somebody typed it, the way it is stored; empty for none. */
export const typedInvitation = (invite: string | undefined): string => invite?.toUpperCase() ?? ''

/** Invitations into one's own company. */
export const invitations = {
  async list({ db }: RequestScope, query: ListQuery) {
    refuseDepth(query)
    return repository.list(db, query)
  },

  async create(scope: RequestScope, write: z.output<typeof invitationWrite>) {
    const created = await repository.insert(scope.db, newCode(), write, personOf(scope))
    // The code itself stays out of the log: whoever reads it there could use it.
    scope.note({ entityId: created.id, entityName: write.note, after: write })
    return created
  },

  async remove({ db, note }: RequestScope, id: string) {
    const { code: _, ...before } = orNotFound(await repository.hold(db, id))
    await repository.remove(db, id)
    note({ entityId: id, entityName: before.note, before })
    return null
  },
}
