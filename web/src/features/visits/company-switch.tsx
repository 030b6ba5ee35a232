import type { loginInfo } from '@atrium/contract/features/session/session.contract.ts'
import { switchingContract } from '@atrium/contract/features/visits/visits.contract.ts'
import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import type * as z from 'zod/mini'
import { useCan } from '../../kernel/access/use-can.ts'
import { useOpened } from '../../ui/use-opened.tsx'

const load = () => import('./switch-company-drawer.tsx')
const SwitchCompanyDrawer = lazy(async () => ({ default: (await load()).SwitchCompanyDrawer }))

type CompanySwitchProps = {
  info: z.output<typeof loginInfo>
  /** How often somebody asked for the drawer, also while this was still on its way. */
  asked: number
  /** Told whether the company leads to others. */
  onKnown: (leads: boolean) => void
}

/** The way from the company that this tab acts as to another one, for whoever may switch. */
export const CompanySwitch = ({ info, asked, onKnown }: CompanySwitchProps) => {
  const may = useCan(switchingContract.switch)
  const leads = may || info.grant === 1
  const [drawer, open] = useOpened()
  const show = useEffectEvent(() => {
    if (!leads) return
    open((onClosed) => (
      <Suspense>
        <SwitchCompanyDrawer info={info} onClosed={onClosed} />
      </Suspense>
    ))
  })
  useEffect(() => onKnown(leads), [leads, onKnown])
  useEffect(() => {
    if (asked > 0) show()
  }, [asked])
  return drawer
}
