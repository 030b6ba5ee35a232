import { type TagRow, type TagUses, tagsContract } from '@atrium/contract/features/content/tags/tags.contract.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { SearchSelectField } from '../../../kernel/forms/fields.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { t } from '../../../ui/texts.ts'
import { useImpactLines } from '../../../ui/use-impact-lines.tsx'
import { findTags } from './find-tags.ts'

const { merge, list, ofRow } = tagsContract

/** Puts another tag on all rows of a tag, and deletes it. */
export const TagMerge = ({ row, onSaved, onClosed }: RowDrawerProps<TagRow>) => {
  const { id, name } = row
  const [card, confirms, isRead] = useImpactLines<TagUses>({
    title: () => t('合并标签“{name}”？', { name }),
    confirm: t('合并'),
    lines: ({ uses, more }) => [
      more ? t('超过 {uses} 个对象将改用所选标签。', { uses }) : t('{uses} 个对象将改用所选标签。', { uses }),
      t('标签“{name}”将被删除，不能恢复。', { name }),
    ],
  })
  const write = useWrite(merge, { invalidates: [list, ofRow], confirms, onDone: () => onSaved(id) })
  return (
    <>
      <DrawerForm
        title={t('合并标签“{name}”', { name })}
        act={t('合并')}
        schema={merge.body}
        labels={{ into: t('合并到') }}
        initial={{ into: '' }}
        busy={write.isPending && !isRead}
        error={write.error}
        onSubmit={(body) => write.mutateAsync({ params: { id }, body })}
        onClosed={onClosed}
      >
        <SearchSelectField<{ into: string }>
          name="into"
          find={async (...asked) => (await findTags(...asked)).filter(({ value }) => value !== id)}
          help={t('使用该标签的对象将改用所选标签')}
        />
      </DrawerForm>
      {card}
    </>
  )
}
