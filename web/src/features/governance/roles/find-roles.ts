import { rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { notedText } from '@atrium/contract/kernel/list-text.ts'
import { findRows } from '../../../kernel/listing/find-rows.ts'
import type { Find } from '../../../ui/use-found-options.ts'

/** Role options by name or code; the chosen one is always included. Takes ids to leave out. */
export const findRoles =
  (excludedIds: readonly string[] = []): Find =>
  async (...asked) => {
    const [, chosen] = asked
    return (await findRows(rolesContract, asked))
      .filter(({ id }) => id === chosen || !excludedIds.includes(id))
      .map(({ id, name, code }) => ({ value: id, label: notedText(name, code) }))
  }
