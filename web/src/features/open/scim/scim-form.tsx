import { appScimContract } from '@atrium/contract/features/open/open-apps/app-scim.contract.ts'
import type { ScimSettings, scimWrite } from '@atrium/contract/features/open/open-apps/app-scim-fields.ts'
import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import type * as z from 'zod/mini'
import { SearchManyField, SearchSelectField, SwitchField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import { t } from '../../../ui/texts.ts'
import { findTargets } from '../portal-apps/public/find-targets.ts'
import { joinNames, useNames } from '../portal-apps/public/use-names.ts'
import { scimLabels } from './scim-words.ts'

const { scim, updateScim } = appScimContract
type Values = z.input<typeof scimWrite>
type ScimFormProps = { app: OpenAppRow; settings: ScimSettings; onClosed: () => void }

const toValues = ({ org, roles }: ScimSettings) => ({ orgId: org?.id ?? null, roleIds: roles.map(({ id }) => id) })

/** Sets how an application provisions users. */
export const ScimForm = ({ app, settings, onClosed }: ScimFormProps) => {
  const { enabled, org, roles, version } = settings
  const orgNames = useNames(org ? [org] : [])
  const roleNames = useNames(roles)
  return (
    <WriteForm
      title={t('设置用户同步：{name}', { name: app.name })}
      act={t('保存')}
      endpoint={updateScim}
      params={{ id: app.id }}
      labels={scimLabels}
      initial={{ enabled, version, ...toValues(settings) }}
      toValues={(newer: ScimSettings) => {
        orgNames.keep(newer.org ? [newer.org] : [])
        roleNames.keep(newer.roles)
        return toValues(newer)
      }}
      formatters={{
        enabled: (on) => (on ? t('启用') : t('停用')),
        orgId: (id) => joinNames(id ? [id] : [], [orgNames], t('不加入组织')),
        roleIds: (ids) => joinNames(ids, [roleNames]),
      }}
      invalidates={[scim]}
      onClosed={onClosed}
    >
      <SwitchField<Values> name="enabled" help={t('启用后，应用以负责人的权限新增、修改、停用和删除用户')} />
      <SearchSelectField<Values>
        name="orgId"
        find={findTargets(app, 'orgs', orgNames)}
        placeholder={t('不加入组织')}
        help={t('负责人仅可查看部分组织时，请选择其可见的组织')}
      />
      <SearchManyField<Values>
        name="roleIds"
        find={findTargets(app, 'roles', roleNames)}
        help={t('所选角色作为组（Group）同步，应用可增减其成员，不能修改角色')}
      />
    </WriteForm>
  )
}
