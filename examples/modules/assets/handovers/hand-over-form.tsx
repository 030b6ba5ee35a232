import {
  DrawerForm,
  findPeople,
  type RowDrawerProps,
  SearchSelectField,
  TextAreaField,
  t,
  useWrite,
} from '@atrium/kit/web'
import { type AssetRow, assetsContract } from '../assets/assets.contract.ts'

const { handOver, list, get } = assetsContract
type Values = { keeper: string; reason: string }

/** Asks for an asset to be handed over to a colleague. */
export const HandOverForm = ({ row, onSaved, onClosed }: RowDrawerProps<AssetRow>) => {
  const write = useWrite(handOver, { invalidates: [list, get], onDone: () => onSaved(row.id) })
  return (
    <DrawerForm
      title={t('交接：{name}', { name: row.name })}
      act={t('提交审批')}
      schema={handOver.body}
      labels={{ keeper: t('接收人'), reason: t('交接原因') }}
      initial={{ keeper: '', reason: '' }}
      busy={write.isPending}
      error={write.error}
      onSubmit={(body) => write.mutateAsync({ params: { id: row.id }, body })}
      onClosed={onClosed}
    >
      <SearchSelectField<Values> name="keeper" find={findPeople} />
      <TextAreaField<Values> name="reason" maxLength={200} help={t('由您所在组织的负责人审批')} />
    </DrawerForm>
  )
}
