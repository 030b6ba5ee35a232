import { type RoleRow, rolesContract } from '@atrium/contract/features/roles/roles.contract.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useWrite } from '../../kernel/api/use-endpoint.ts'
import type { RowDrawerProps } from '../../kernel/listing/use-row-actions.ts'
import { affected } from './affected-reads.ts'
import { useImpactCard } from './use-impact-card.tsx'

type SwitchProps = RowDrawerProps<RoleRow> & {
  endpoint: typeof rolesContract.lock | typeof rolesContract.unlock
  verb: string
}

/** Asks the server at once what would happen; its card is the question. */
const Switch = ({ row, endpoint, verb, onSaved, onClosed }: SwitchProps) => {
  const [card, confirms] = useImpactCard(`${verb}“${row.name}”？`, `确认${verb}`, { cancel: '取消' })
  const write = useWrite(endpoint, { confirms, invalidates: affected, onDone: () => onSaved(row.id) })
  const begun = useRef(false)
  const begin = useEffectEvent(() => {
    // Effects run again when a kept page comes back; the question is asked once.
    if (begun.current) return
    begun.current = true
    write.mutate({ params: { id: row.id } }, { onSettled: onClosed })
  })
  useEffect(() => begin(), [])
  return card
}

/** Takes a role's rights from whoever wears it, until it is unlocked. */
export const LockRole = (props: RowDrawerProps<RoleRow>) => (
  <Switch {...props} endpoint={rolesContract.lock} verb="锁定" />
)

/** Gives them back. */
export const UnlockRole = (props: RowDrawerProps<RoleRow>) => (
  <Switch {...props} endpoint={rolesContract.unlock} verb="解锁" />
)
