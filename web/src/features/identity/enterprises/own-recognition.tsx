import type { Enterprise } from '@atrium/contract/features/identity/enterprises/enterprise-fields.ts'
import { enterprisesContract } from '@atrium/contract/features/identity/enterprises/enterprises.contract.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import type { ReactNode } from 'react'
import { useCan } from '../../../kernel/access/use-can.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { enterpriseReads, missingFor } from './own-enterprise-words.ts'
import { RecognitionTag } from './public/recognition-state.tsx'

const { applyForRecognition, withdrawApplication } = enterprisesContract

/** What the state means, and since when. */
const Explanation = ({ enterprise, canApply }: { enterprise: Enterprise; canApply: boolean }): ReactNode => {
  const { state, reason, applyTime, decideTime } = enterprise
  if (state === 'review')
    return (
      <p>
        {t('平台正在审核，期间不可修改资料。')}
        {applyTime && <>{t('提交于')} </>}
        {applyTime && <Time at={applyTime} />}
      </p>
    )
  if (state === 'recognized')
    return (
      <p>
        {t('平台已核实公司资料。')}
        {decideTime && <Time at={decideTime} />}
      </p>
    )
  if (!canApply) return <p>{t('公司资料尚未核实，由公司管理员申请认证。')}</p>
  const missing = missingFor(enterprise)
  return (
    <>
      {state === 'rejected' && <p>{t('未通过原因：{reason}', { reason })}</p>}
      <p>
        {missing.length > 0
          ? t('申请认证前请补充：{missing}。', { missing: listText(missing) })
          : t('资料已齐全，可申请认证。')}
      </p>
    </>
  )
}

/** Recognition of the user's company: its state, and the application for it. */
export const OwnRecognition = ({ enterprise }: { enterprise: Enterprise }) => {
  const canApply = useCan(applyForRecognition)
  const apply = useWrite(applyForRecognition, { invalidates: enterpriseReads })
  const withdraw = useWrite(withdrawApplication, { invalidates: enterpriseReads })
  const [ask, question] = useConfirm()
  const { state } = enterprise
  const isOpen = state === 'none' || state === 'rejected'
  return (
    <section className="own-enterprise-card" aria-labelledby="own-recognition">
      <header>
        <h2 id="own-recognition">{t('公司认证')}</h2>
        <RecognitionTag state={state} />
      </header>
      <Explanation enterprise={enterprise} canApply={canApply} />
      {canApply && isOpen && (
        <div className="own-enterprise-actions">
          <Button
            look="primary"
            disabled={missingFor(enterprise).length > 0}
            onClick={() =>
              ask({
                title: t('提交认证申请？'),
                body: t('平台审核期间不可修改公司资料，如需修改可撤回申请。'),
                confirm: t('提交申请'),
                run: () => apply.mutateAsync({}),
              })
            }
          >
            {state === 'rejected' ? t('再次申请认证') : t('申请认证')}
          </Button>
        </div>
      )}
      {canApply && state === 'review' && (
        <div className="own-enterprise-actions">
          <Button
            onClick={() =>
              ask({
                title: t('撤回认证申请？'),
                body: t('撤回后可修改资料，再次申请时重新排队审核。'),
                confirm: t('撤回申请'),
                run: () => withdraw.mutateAsync({}),
              })
            }
          >
            {t('撤回申请')}
          </Button>
        </div>
      )}
      {question}
    </section>
  )
}
