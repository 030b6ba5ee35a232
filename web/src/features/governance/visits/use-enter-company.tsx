import { switchingContract, type VisitCheck } from '@atrium/contract/features/governance/visits/visits.contract.ts'
import { visitsErrors } from '@atrium/contract/features/governance/visits/visits.errors.ts'
import type { ReactNode } from 'react'
import { showFailure } from '../../../kernel/api/failure-toast.ts'
import { queryClient } from '../../../kernel/api/query-client.ts'
import { readQuery } from '../../../kernel/api/use-read.ts'
import { t } from '../../../ui/texts.ts'
import { toast } from '../../../ui/toast.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import type { Destination } from './destination.ts'
import { SwitchDialog } from './switch-dialog.tsx'

const checkQuery = (id: string) =>
  readQuery(switchingContract.switchCheck, { params: { id } }, { staleTime: 0, toasts: false })

/** Why the caller would be refused; undefined if admitted, or if they may request a visit. */
export const findObstacle = ({ allowed, problem }: VisitCheck): string | undefined =>
  allowed || problem === t(visitsErrors.mustAsk.msg) ? undefined : problem

/** Narrows a destination to the organisation of an allowed request. */
const limitToAllowance = (destination: Destination, { request }: VisitCheck): Destination =>
  request?.state === 'allowed' && request.orgId !== null
    ? { ...destination, orgId: request.orgId, orgName: request.orgName }
    : destination

/** Returns the dialog to render, and a function that asks for a reason and then switches this tab to a company. */
export const useEnterCompany = (): [ReactNode, (destination: Destination) => Promise<void>] => {
  const [dialog, open] = useOverlay()
  const enter = async (destination: Destination) => {
    const check = await queryClient.fetchQuery(checkQuery(destination.companyId)).catch(showFailure)
    if (!check) return
    const obstacle = findObstacle(check)
    if (obstacle !== undefined) return toast.warning(obstacle)
    const target = limitToAllowance(destination, check)
    open((onClosed) => <SwitchDialog destination={target} check={check} onClosed={onClosed} />)
  }
  return [dialog, enter]
}
