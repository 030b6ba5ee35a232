import {
  type OrganizationDetail,
  organizationMerge,
  organizationsContract,
} from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import * as z from 'zod/mini'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { TreeSelectField } from '../../../kernel/forms/tree-select-field.tsx'
import { t } from '../../../ui/texts.ts'
import { affected } from './affected-reads.ts'
import { findParents } from './find-parents.ts'
import { useMoveImpact } from './use-move-impact.tsx'
import { loadLevel } from './use-organizations.ts'

const { move, merge } = organizationsContract
const moveSchema = z.object({ parent: z._default(z.nullable(z.string()), null) })
/** Children to choose from, without the moved organisation. */
const loadLevelWithout = (id: string) => async (above: string | undefined) =>
  (await loadLevel(above ?? null))
    .filter((row) => row.id !== id)
    .map((row) => ({ value: row.id, label: row.name, isLeaf: row.leaf }))
type FormProps = { organization: OrganizationDetail; onClosed: () => void }

/** Moves an organisation to the end of another parent: an alternative to dragging. */
export const MoveForm = ({ organization: { id, name, parent }, onClosed }: FormProps) => {
  const [card, confirms, isRead] = useMoveImpact('move')
  const write = useWrite(move, { confirms, invalidates: affected })
  const save = async (to: z.output<typeof moveSchema>) => {
    const last = (await loadLevel(to.parent)).at(-1)
    return write.mutateAsync({ params: { id }, body: { parent: to.parent, sort: (last?.sort ?? -1) + 1 } })
  }
  return (
    <>
      <DrawerForm
        title={t('移动组织：{name}', { name })}
        act={t('移动')}
        schema={moveSchema}
        labels={{ parent: t('新的上级组织') }}
        initial={{ parent }}
        busy={write.isPending && !isRead}
        error={write.error}
        onSubmit={save}
        onClosed={onClosed}
      >
        <TreeSelectField<z.input<typeof moveSchema>>
          name="parent"
          find={findParents(id)}
          load={loadLevelWithout(id)}
          placeholder={t('顶级')}
          help={t('下级组织和成员一并移动')}
        />
      </DrawerForm>
      {card}
    </>
  )
}

/** Merges an organisation with all its contents into another. */
export const MergeForm = ({
  organization: { id, name },
  onMerged,
  onClosed,
}: FormProps & { onMerged: (into: string) => void }) => {
  const [card, confirms, isRead] = useMoveImpact('merge')
  const write = useWrite(merge, { confirms, invalidates: affected, isRemoval: true })
  return (
    <>
      <DrawerForm
        title={t('合并组织：{name}', { name })}
        act={t('合并')}
        schema={organizationMerge}
        labels={{ into: t('并入') }}
        initial={{ into: '' }}
        busy={write.isPending && !isRead}
        error={write.error}
        onSubmit={async (body) => {
          await write.mutateAsync({ params: { id }, body })
          onMerged(body.into)
        }}
        onClosed={onClosed}
      >
        <TreeSelectField<z.input<typeof organizationMerge>>
          name="into"
          find={findParents(id)}
          load={loadLevelWithout(id)}
          help={t('“{name}”的下级组织和成员转入该组织，“{name}”随后删除', { name })}
        />
      </DrawerForm>
      {card}
    </>
  )
}
