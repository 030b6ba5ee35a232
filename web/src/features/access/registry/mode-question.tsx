import {
  type ApiModeImpact,
  type ApiRow,
  apisContract,
} from '@atrium/contract/features/access/registry/apis.contract.ts'
import { ImpactDialog } from '../../../ui/impact-dialog.tsx'
import { rich } from '../../../ui/rich.ts'
import { t } from '../../../ui/texts.ts'
import { Codes, UserNames } from './affected-users.tsx'
import { toAddress } from './registry-words.ts'
import { useConfirmedWrite } from './use-confirmed-write.ts'

const ObserveImpact = ({ elems }: Pick<ApiModeImpact, 'elems'>) => (
  <>
    <Codes label={t('该接口当前绑定的权限点：')} codes={elems} />
    <p>{t('此后修改绑定，持有以上任一权限点的用户仍可调用并逐次记录；其他用户照常拒绝。')}</p>
  </>
)
const EnforceImpact = ({ refused }: Pick<ApiModeImpact, 'refused'>) =>
  refused.people === 0 ? (
    <p>{t('没有用户仅依靠观察模式调用，强制执行后不影响任何用户。')}</p>
  ) : (
    <>
      <p>
        {rich('{people} 人（{companies} 家公司）仅依靠观察模式调用，强制执行后将立即被拒绝。', {
          people: <strong>{refused.people}</strong>,
          companies: refused.companies,
        })}
      </p>
      <UserNames {...refused} />
    </>
  )

type ModeQuestionProps = {
  row: ApiRow
  mode: ApiRow['mode']
  onEnded: (confirmed: boolean) => void
}

/** Shows the users affected by a change of mode, and makes it once confirmed. */
export const ModeQuestion = ({ row, mode, onEnded }: ModeQuestionProps) => {
  const request = { params: { id: row.id }, body: { mode, version: row.version } }
  const { impact, busy, answer } = useConfirmedWrite(apisContract.changeMode, request, onEnded)
  if (impact === undefined) return null
  const isObserving = mode === 'observe'
  return (
    <ImpactDialog
      title={
        isObserving ? t('开始观察“{row}”？', { row: toAddress(row) }) : t('强制执行“{row}”？', { row: toAddress(row) })
      }
      confirm={isObserving ? t('开始观察') : t('强制执行')}
      danger={!isObserving && impact.refused.people > 0}
      busy={busy}
      onAnswer={answer}
    >
      {isObserving ? <ObserveImpact {...impact} /> : <EnforceImpact {...impact} />}
    </ImpactDialog>
  )
}
