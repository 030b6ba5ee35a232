import { switchingContract } from '@atrium/contract/features/governance/visits/visits.contract.ts'
import type { loginInfo } from '@atrium/contract/features/identity/session/session.contract.ts'
import { lazy, useEffect, useEffectEvent } from 'react'
import type * as z from 'zod/mini'
import { useCan } from '../../../kernel/access/use-can.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'

const load = () => import('./switch-company-drawer.tsx')
const SwitchCompanyDrawer = lazy(async () => ({ default: (await load()).SwitchCompanyDrawer }))

type CompanySwitchProps = {
  info: z.output<typeof loginInfo>
  /** Number of requests to open the drawer, counted while this component loads. */
  openRequests: number
  /** Called with whether the user can switch companies. */
  onCanSwitch: (canSwitch: boolean) => void
}

/** Opens the switching drawer, for users who may switch or are on a visit. */
export const CompanySwitch = ({ info, openRequests, onCanSwitch }: CompanySwitchProps) => {
  const hasPermission = useCan(switchingContract.switch)
  const canSwitch = hasPermission || info.grant === 1
  const [drawer, open] = useOverlay()
  const show = useEffectEvent(() => {
    if (!canSwitch) return
    open((onClosed) => <SwitchCompanyDrawer info={info} onClosed={onClosed} />)
  })
  useEffect(() => onCanSwitch(canSwitch), [canSwitch, onCanSwitch])
  useEffect(() => {
    if (openRequests > 0) show()
  }, [openRequests])
  return drawer
}
