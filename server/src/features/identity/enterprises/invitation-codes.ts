import type {
  InvitationRow,
  invitationWrite,
} from '@atrium/contract/features/identity/registrations/registrations.contract.ts'
import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import type * as z from 'zod/mini'
import type { RequestScope } from '../../../kernel/scope.ts'

/** Codes to register with, which the registrations above provide. */
export type InvitationCodes = {
  list(scope: RequestScope, query: ListQuery): Promise<{ data: InvitationRow[]; total: number; more?: boolean }>
  create(scope: RequestScope, write: z.output<typeof invitationWrite>): Promise<{ id: string }>
  remove(scope: RequestScope, id: string): Promise<null>
}
