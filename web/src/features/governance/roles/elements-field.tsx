import { roleGrantsContract } from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import type { bulkElements } from '@atrium/contract/features/governance/roles/roles.bulk.ts'
import { rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import type * as z from 'zod/mini'
import { queryClient } from '../../../kernel/api/query-client.ts'
import { readQuery } from '../../../kernel/api/use-read.ts'
import { SearchManyField } from '../../../kernel/forms/fields.tsx'
import { t } from '../../../ui/texts.ts'
import type { Find } from '../../../ui/use-found-options.ts'

const most = 50

/** All elements by module. Every role shows the same ones, so the first is asked. */
const loadModules = async () => {
  const [role] = (await queryClient.ensureQueryData(readQuery(rolesContract.list, { query: { size: 10 } }))).data
  return role ? queryClient.ensureQueryData(readQuery(roleGrantsContract.elements, { params: { id: role.id } })) : []
}
/** Searches elements by their name, their code and the name of their module; those beyond the user's rights are marked. */
const findElements: Find = async (keyword) => {
  const typed = keyword.toLowerCase()
  return (await loadModules())
    .flatMap(({ name: module, elems }) =>
      elems.map(({ id, code, name, locked }) => ({
        id,
        code,
        text: `${module} · ${name}`,
        isBeyond: locked === 'ceiling',
      })),
    )
    .filter(({ code, text }) => `${text} ${code}`.toLowerCase().includes(typed))
    .slice(0, most)
    .map(({ id, text, isBeyond }) => ({
      value: id,
      label: isBeyond ? t('{text}（超出可授予范围）', { text }) : text,
      disabled: isBeyond,
    }))
}

/** Elements to give to roles or take from them. */
export const ElementsField = () => (
  <SearchManyField<z.output<typeof bulkElements>>
    name="elems"
    required
    find={findElements}
    help={t('输入权限点名称、编码或模块名称查找')}
  />
)
