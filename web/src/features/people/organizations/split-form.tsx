import {
  type OrganizationDetail,
  organizationsContract,
} from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import * as z from 'zod/mini'
import { call } from '../../../kernel/api/call.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { SearchManyField, TextField } from '../../../kernel/forms/fields.tsx'
import { userName } from '../../../shared/texts/user-name.ts'
import { t } from '../../../ui/texts.ts'
import type { Find } from '../../../ui/use-found-options.ts'
import { affected } from './affected-reads.ts'
import { useMoveImpact } from './use-move-impact.tsx'
import { loadLevel } from './use-organizations.ts'

const { split, members } = organizationsContract
const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, t('请输入组织名称')), z.maxLength(50, t('最多 50 个字符'))),
  organizations: z.array(z.string()),
  users: z.array(z.string()),
})
type Values = z.input<typeof schema>
type SplitFormProps = { organization: OrganizationDetail; onCreated: (id: string) => void; onClosed: () => void }

const findChildren =
  (id: string): Find =>
  async (keyword) =>
    (await loadLevel(id))
      .filter(({ name }) => name.toLowerCase().includes(keyword.toLowerCase()))
      .map((row) => ({ value: row.id, label: row.name }))
const findMembers =
  (id: string): Find =>
  async (keyword, _chosen, signal) => {
    const { data } = await call(members, { params: { id }, query: { search: keyword, size: 20 } }, { signal })
    return data.map((row) => ({ value: row.id, label: userName(row) }))
  }

/** Splits some children and members off into a new sibling. */
export const SplitForm = ({ organization: { id, name }, onCreated, onClosed }: SplitFormProps) => {
  const [card, confirms, isRead] = useMoveImpact('split')
  const write = useWrite(split, { confirms, invalidates: affected, onDone: ({ id: newId }) => onCreated(newId) })
  return (
    <>
      <DrawerForm
        title={t('拆分组织：{name}', { name })}
        act={t('拆分')}
        schema={schema}
        labels={{ name: t('新组织名称'), organizations: t('转入的下级组织'), users: t('转入的成员') }}
        initial={{ name: '', organizations: [], users: [] }}
        busy={write.isPending && !isRead}
        error={write.error}
        onSubmit={(body) => write.mutateAsync({ params: { id }, body })}
        onClosed={onClosed}
      >
        <TextField<Values> name="name" maxLength={50} />
        <SearchManyField<Values>
          name="organizations"
          find={findChildren(id)}
          help={t('直接下级及其所有下级一并转入')}
        />
        <SearchManyField<Values> name="users" find={findMembers(id)} />
      </DrawerForm>
      {card}
    </>
  )
}
