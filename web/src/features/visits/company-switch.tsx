import type { loginInfo } from '@atrium/contract/features/session/session.contract.ts'
import { switchingContract } from '@atrium/contract/features/visits/visits.contract.ts'
import { lazy, Suspense, useEffect, useEffectEvent, useRef } from 'react'
import type * as z from 'zod/mini'
import { useCan } from '../../kernel/access/use-can.ts'
import { useOpened } from '../../ui/use-opened.tsx'
import { CompanyChip } from './company-chip.tsx'

const load = () => import('./switch-company-drawer.tsx')
const SwitchCompanyDrawer = lazy(async () => ({ default: (await load()).SwitchCompanyDrawer }))

type CompanySwitchProps = {
  info: z.output<typeof loginInfo>
  /** Somebody asked for the drawer while this was still on its way. */
  awaited: boolean
}

/** The company that this tab acts as, and for whoever may switch the way to another one. */
export const CompanySwitch = ({ info, awaited }: CompanySwitchProps) => {
  const may = useCan(switchingContract.switch)
  const [drawer, open] = useOpened()
  const show = () =>
    open((onClosed) => (
      <Suspense>
        <SwitchCompanyDrawer info={info} onClosed={onClosed} />
      </Suspense>
    ))
  const visited = info.grant === 1
  const leads = may || visited
  const chip = useRef<HTMLButtonElement>(null)
  const answer = useEffectEvent(() => {
    if (!awaited || !leads) return
    // The focus was on what has stood here until now, and the drawer gives it back to where it comes from.
    chip.current?.focus()
    show()
  })
  useEffect(() => answer(), [])
  return (
    <>
      <CompanyChip ref={chip} name={info.view} visited={visited} leads={leads} onOpen={show} />
      {drawer}
    </>
  )
}
