import { identityProvidersContract } from '@atrium/contract/features/identity/identity-providers/identity-providers.contract.ts'
import type { ProviderRow } from '@atrium/contract/features/identity/identity-providers/provider-fields.ts'
import { useImpactPreview } from '../../../kernel/api/use-impact-preview.ts'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { ImpactDialog, ImpactLines } from '../../../ui/impact-dialog.tsx'
import { t } from '../../../ui/texts.ts'

const { remove, list } = identityProvidersContract

/** Deletes an identity provider, after showing who it signs in. */
export const RemovalQuestion = ({ row, onSaved, onClosed }: RowDrawerProps<ProviderRow>) => {
  const { impact, busy, answer } = useImpactPreview(remove, { params: { id: row.id } }, [list], (confirmed) => {
    if (confirmed) onSaved(row.id)
    onClosed()
  })
  if (impact === undefined) return null
  const { people, sessions } = impact
  const lines = [
    people > 0 ? t('{people} 人将不能再用其登录。', { people }) : t('暂无用户关联。'),
    ...(sessions > 0 ? [t('{sessions} 处登录将立即退出。', { sessions })] : []),
    t('删除后不能恢复。'),
  ]
  return (
    <ImpactDialog
      title={t('删除“{name}”？', { name: row.name })}
      confirm={t('删除')}
      danger
      busy={busy}
      onAnswer={answer}
    >
      <ImpactLines lines={lines} />
    </ImpactDialog>
  )
}
