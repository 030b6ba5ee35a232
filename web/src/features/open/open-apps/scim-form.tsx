import { appScimContract } from '@atrium/contract/features/open/open-apps/app-scim.contract.ts'
import { type ScimSettings, scimWrite } from '@atrium/contract/features/open/open-apps/app-scim-fields.ts'
import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { appPortalContract } from '@atrium/contract/features/open/portal-apps/app-portal.contract.ts'
import type * as z from 'zod/mini'
import { call } from '../../../kernel/api/call.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { SearchManyField, SearchSelectField, SwitchField } from '../../../kernel/forms/fields.tsx'
import type { Find } from '../../../ui/use-found-options.ts'
import { scimLabels } from './scim-words.ts'

const { scim, updateScim } = appScimContract
type Values = z.input<typeof scimWrite>
type Named = { id: string; name: string }
type ScimFormProps = { app: OpenAppRow; settings: ScimSettings; onClosed: () => void }

/** Organisations or roles by name; those that are chosen already keep their names. */
const findNamed =
  (app: OpenAppRow, audience: 'orgs' | 'roles', chosen: readonly Named[]): Find =>
  async (keyword, _chosen, signal) => {
    const request = { params: { id: app.id }, query: { audience, keyword } }
    const found = await call(appPortalContract.portalTargets, request, { signal })
    const others = found.filter(({ id }) => !chosen.some((each) => each.id === id))
    return [...chosen, ...others].map(({ id, name }) => ({ value: id, label: name }))
  }

/** Sets how an application provisions users. */
export const ScimForm = ({ app, settings, onClosed }: ScimFormProps) => {
  const write = useWrite(updateScim, { invalidates: [scim] })
  const { enabled, org, roles, version } = settings
  return (
    <DrawerForm
      title={`设置用户同步：${app.name}`}
      schema={scimWrite}
      labels={scimLabels}
      initial={{ enabled, orgId: org?.id ?? null, roleIds: roles.map(({ id }) => id), version }}
      formatters={{
        enabled: (on) => (on ? '启用' : '停用'),
        orgId: (id) => (id === null ? '不加入组织' : (org?.id === id && org.name) || '所选组织'),
        roleIds: (ids) => `${ids.length} 个`,
      }}
      busy={write.isPending}
      error={write.error}
      onSubmit={(body) => write.mutateAsync({ params: { id: app.id }, body })}
      onClosed={onClosed}
    >
      <SwitchField<Values> name="enabled" help="启用后，应用以负责人的权限新增、修改、停用和删除用户" />
      <SearchSelectField<Values>
        name="orgId"
        find={findNamed(app, 'orgs', org ? [org] : [])}
        placeholder="不加入组织"
        help="负责人仅可查看部分组织时，请选择其可见的组织"
      />
      <SearchManyField<Values>
        name="roleIds"
        find={findNamed(app, 'roles', roles)}
        help="应用将所选角色视为组（Group），可增减其成员，不能修改角色"
      />
    </DrawerForm>
  )
}
