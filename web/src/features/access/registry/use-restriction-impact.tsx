import type { RestrictionImpact } from '@atrium/contract/features/access/registry/elements.contract.ts'
import { ImpactDialog } from '../../../ui/impact-dialog.tsx'
import { rich } from '../../../ui/rich.ts'
import { t } from '../../../ui/texts.ts'
import { useConfirmCard } from '../../../ui/use-confirm-card.tsx'

/**
 * Confirms a new restriction by showing the number of affected users.
 * @returns the card to render, `confirms` for the write, and whether the card is open; no request is pending then.
 */
export const useRestrictionImpact = () => {
  const [card, ask, isRead] = useConfirmCard()
  const confirms = ({ companies, people }: RestrictionImpact) =>
    ask((onAnswer) => (
      <ImpactDialog
        title={t('开始限制字段？')}
        confirm={t('确认保存')}
        cancel={t('返回修改')}
        danger
        onAnswer={onAnswer}
      >
        <p>
          {rich(
            '{companies} 家公司的 {people} 人未持有该权限点，保存后立即受限；如需放开，请在角色授权中授予该权限点。',
            { companies: <strong>{companies}</strong>, people: <strong>{people}</strong> },
          )}
        </p>
      </ImpactDialog>
    ))
  return [card, confirms, isRead] as const
}
