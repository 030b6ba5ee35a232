import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { appPortalContract } from '@atrium/contract/features/open/portal-apps/app-portal.contract.ts'
import {
  type Audience,
  type PortalSettings,
  portalSettingsWrite,
  ssoScopes,
} from '@atrium/contract/features/open/portal-apps/portal-app-fields.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import type * as z from 'zod/mini'
import { useCan } from '../../../kernel/access/use-can.ts'
import { call } from '../../../kernel/api/call.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { Field, SearchManyField, SelectField, SwitchField, TextField } from '../../../kernel/forms/fields.tsx'
import { optionsOf } from '../../../shared/open/open-words.ts'
import { scopeNames } from '../../../shared/open/scope-names.ts'
import { findPeople } from '../../../shared/people/find-people.ts'
import { useIsPlatform } from '../../../shared/platform/use-is-platform.ts'
import type { Control } from '../../../ui/control.ts'
import { useFieldValue, useSetField } from '../../../ui/form.tsx'
import { type Option, Select } from '../../../ui/select.tsx'
import type { Find } from '../../../ui/use-found-options.ts'
import { audienceNames, openModeNames, portalLabels } from './portal-words.ts'

const { portal, updatePortal, portalTargets } = appPortalContract
type Values = z.input<typeof portalSettingsWrite>
type Targeted = 'orgs' | 'roles'
type FieldProps = { app: OpenAppRow; settings: PortalSettings }

/** Only the operator shows applications beyond their company. */
const wide: readonly Audience[] = ['portal', 'everyone']
const findScopes: Find = async (keyword) =>
  ssoScopes.map((scope) => ({ value: scope, label: scopeNames[scope] })).filter(({ label }) => label.includes(keyword))

/** Targets by name; those that are chosen already keep their names. */
const findTargets =
  ({ app, settings }: FieldProps, audience: Targeted): Find =>
  async (keyword, _chosen, signal) => {
    const found = await call(portalTargets, { params: { id: app.id }, query: { audience, keyword } }, { signal })
    const chosen = settings.audience === audience ? settings.targets : []
    return [...chosen, ...found].map(({ id, name }) => ({ value: id, label: name }))
  }

type AudienceControlProps = Control<Audience | undefined> & { options: readonly Option<Audience>[] }
/** Organisations are no roles: another audience begins without targets. */
const AudienceControl = ({ onChange, ...select }: AudienceControlProps) => {
  const set = useSetField()
  const choose = (next: Audience | undefined) => {
    set('targetIds', [])
    onChange?.(next)
  }
  return <Select<Audience> {...select} onChange={choose} />
}

const TargetsField = (props: FieldProps) => {
  const audience = useFieldValue('audience')
  if (audience !== 'orgs' && audience !== 'roles') return null
  return (
    <SearchManyField<Values>
      key={audience}
      name="targetIds"
      required
      find={findTargets(props, audience)}
      {...(audience === 'orgs' && { help: '含下级组织' })}
    />
  )
}
const ScopesField = () =>
  useFieldValue('sso') ? (
    <SearchManyField<Values> name="scopes" find={findScopes} help="除编号和姓名外，登录时告知应用的信息" />
  ) : null

/** Only for those who may look for people; the others keep the approvers that are chosen. */
const ApproversField = ({ settings: { approvers } }: { settings: PortalSettings }) => {
  const canFindPeople = useCan(usersContract.options)
  const isRequestable = useFieldValue('requestable')
  if (!isRequestable || !canFindPeople) return null
  const find: Find = async (keyword, chosen, signal) => {
    const found = await findPeople(keyword, chosen, signal)
    const kept = approvers.filter(({ id }) => !found.some(({ value }) => value === id))
    return [...kept.map(({ id, name }) => ({ value: id, label: name })), ...found]
  }
  return <SearchManyField<Values> name="approverIds" find={find} help="不选则由应用负责人审批" />
}

/** Whom an application is shown to, and how it opens. */
export const PortalForm = ({ app, settings, onClosed }: FieldProps & { onClosed: () => void }) => {
  const isPlatform = useIsPlatform()
  const write = useWrite(updatePortal, { invalidates: [portal] })
  const { targets, approvers, ...shown } = settings
  const offered = optionsOf(audienceNames).filter(
    ({ value }) => isPlatform || value === settings.audience || !wide.includes(value),
  )
  return (
    <DrawerForm
      title={`门户展示：${app.name}`}
      schema={portalSettingsWrite}
      labels={portalLabels}
      initial={{ ...shown, targetIds: targets.map(({ id }) => id), approverIds: approvers.map(({ id }) => id) }}
      formatters={{
        audience: (audience) => audienceNames[audience],
        openMode: (mode) => openModeNames[mode],
        sso: (on) => (on ? '开启' : '关闭'),
        scopes: (scopes) => scopes.map((scope) => scopeNames[scope]).join('、'),
        targetIds: (ids) => `${ids.length} 个`,
        requestable: (on) => (on ? '开启' : '关闭'),
        approverIds: (ids) => `${ids.length} 人`,
      }}
      busy={write.isPending}
      error={write.error}
      onSubmit={(body) => write.mutateAsync({ params: { id: app.id }, body })}
      onClosed={onClosed}
    >
      <Field<Values> name="audience">
        <AudienceControl options={offered} />
      </Field>
      <TargetsField app={app} settings={settings} />
      <TextField<Values> name="address" maxLength={200} placeholder="https://" />
      <TextField<Values> name="category" maxLength={20} placeholder="例如：办公" />
      <SwitchField<Values> name="requestable" help="不在可见范围内的本公司用户可申请使用，通过后向其展示" />
      <ApproversField settings={settings} />
      <SelectField<Values> name="openMode" options={optionsOf(openModeNames)} />
      <SwitchField<Values> name="sso" help="打开时附带票据，应用凭票据获取登录用户" />
      <ScopesField />
    </DrawerForm>
  )
}
