import { DrawerForm, type RowDrawerProps, TextAreaField, t, useWrite } from '@atrium/kit/web'
import { type AssetRow, assetsContract } from './assets.contract.ts'

const { scrap, list, get } = assetsContract

/** Asks for an asset to be taken out of use. */
export const ScrapForm = ({ row, onSaved, onClosed }: RowDrawerProps<AssetRow>) => {
  const write = useWrite(scrap, { invalidates: [list, get], onDone: () => onSaved(row.id) })
  return (
    <DrawerForm
      title={t('报废：{name}', { name: row.name })}
      act={t('提交审批')}
      danger
      schema={scrap.body}
      labels={{ reason: t('报废原因') }}
      initial={{ reason: '' }}
      busy={write.isPending}
      error={write.error}
      onSubmit={(body) => write.mutateAsync({ params: { id: row.id }, body })}
      onClosed={onClosed}
    >
      <TextAreaField<{ reason: string }> name="reason" maxLength={200} help={t('由管理员审批，通过后不能恢复')} />
    </DrawerForm>
  )
}
