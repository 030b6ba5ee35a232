import { type RoleRow, rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useWrite } from '../../../kernel/api/use-write.ts'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { t } from '../../../ui/texts.ts'
import { affectedReads } from './affected-reads.ts'
import { useImpactCard } from './use-impact-card.tsx'

type SwitchProps = RowDrawerProps<RoleRow> & {
  endpoint: typeof rolesContract.lock | typeof rolesContract.unlock
  /** Question and its answer. */
  title: string
  confirm: string
}

/** Requests the impact at once; its card is the confirmation. */
const Switch = ({ row, endpoint, title, confirm, onSaved, onClosed }: SwitchProps) => {
  const [card, confirms] = useImpactCard(title, confirm, { cancel: t('取消') })
  const write = useWrite(endpoint, { confirms, invalidates: affectedReads, onDone: () => onSaved(row.id) })
  const hasStarted = useRef(false)
  const begin = useEffectEvent(() => {
    // Effects run again when a kept page returns; ask once.
    if (hasStarted.current) return
    hasStarted.current = true
    write.mutate({ params: { id: row.id } }, { onSettled: onClosed })
  })
  useEffect(() => begin(), [])
  return card
}

/** Locks a role: it grants nothing until unlocked. */
export const LockRole = (props: RowDrawerProps<RoleRow>) => (
  <Switch
    {...props}
    endpoint={rolesContract.lock}
    title={t('锁定“{name}”？', { name: props.row.name })}
    confirm={t('确认锁定')}
  />
)

export const UnlockRole = (props: RowDrawerProps<RoleRow>) => (
  <Switch
    {...props}
    endpoint={rolesContract.unlock}
    title={t('解锁“{name}”？', { name: props.row.name })}
    confirm={t('确认解锁')}
  />
)
