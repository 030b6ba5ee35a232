import { rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { findRows } from '../../../kernel/listing/find-rows.ts'
import { withNote } from '../../../ui/punctuation.ts'
import type { Find } from '../../../ui/use-found-options.ts'

/** Role options by name or code; the chosen one is always included. Takes ids to leave out. */
export const findRoles =
  (excludedIds: readonly string[] = []): Find =>
  async (...asked) => {
    const [, chosen] = asked
    return (await findRows(rolesContract, asked))
      .filter(({ id }) => id === chosen || !excludedIds.includes(id))
      .map(({ id, name, code }) => ({ value: id, label: withNote(name, code) }))
  }
