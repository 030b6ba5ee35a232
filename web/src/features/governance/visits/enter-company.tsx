import { switchingContract } from '@atrium/contract/features/governance/visits/visits.contract.ts'
import { useCan } from '../../../kernel/access/use-can.ts'
import { Button } from '../../../ui/button.tsx'
import { t } from '../../../ui/texts.ts'
import { toCompanyDestination } from './destination.ts'
import { useEnterCompany } from './use-enter-company.tsx'

/** Button that asks for a reason and switches this tab to a company; absent for users who may not switch. */
export const EnterCompany = ({ companyId, name }: { companyId: string; name: string }) => {
  const [dialog, enter] = useEnterCompany()
  const canSwitch = useCan(switchingContract.switch)
  if (!canSwitch) return null
  return (
    <>
      <Button
        look="link"
        aria-label={t('切换公司：{name}', { name })}
        onClick={() => void enter(toCompanyDestination({ companyId, name, pinned: false }))}
      >
        {t('切换公司')}
      </Button>
      {dialog}
    </>
  )
}
