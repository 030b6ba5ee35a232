import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { appPortalContract } from '@atrium/contract/features/open/portal-apps/app-portal.contract.ts'
import {
  type Audience,
  type PortalSettings,
  type portalSettingsWrite,
  ssoScopes,
} from '@atrium/contract/features/open/portal-apps/portal-app-fields.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import type * as z from 'zod/mini'
import { useCan } from '../../../kernel/access/use-can.ts'
import { Field, SearchManyField, SelectField, SwitchField, TextField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import { useIsPlatform } from '../../../shared/entry/use-is-platform.ts'
import type { Control } from '../../../ui/control.ts'
import { useFieldValue, useSetField } from '../../../ui/form.tsx'
import { type Option, Select } from '../../../ui/select.tsx'
import { t } from '../../../ui/texts.ts'
import type { Find } from '../../../ui/use-found-options.ts'
import { findPeople } from '../../people/users/public/find-people.ts'
import { toOptions } from '../open-apis/public/open-words.ts'
import { audienceNames, openModeNames, portalLabels } from './portal-words.ts'
import { findTargets, type Targeted } from './public/find-targets.ts'
import { scopeNames } from './public/scope-names.ts'
import { joinNames, type Names, useNames } from './public/use-names.ts'

const { portal, updatePortal } = appPortalContract
type Values = z.input<typeof portalSettingsWrite>
type FieldProps = { app: OpenAppRow; settings: PortalSettings }
type TargetNames = Record<Targeted, Names>
const isTargeted = (audience: unknown): audience is Targeted => audience === 'orgs' || audience === 'roles'

/** Only the operator shows applications beyond their company. */
const wide: readonly Audience[] = ['portal', 'everyone']
const findScopes: Find = async (keyword) =>
  ssoScopes.map((scope) => ({ value: scope, label: scopeNames[scope] })).filter(({ label }) => label.includes(keyword))

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

const TargetsField = ({ app, names }: { app: OpenAppRow; names: TargetNames }) => {
  const audience = useFieldValue('audience')
  if (!isTargeted(audience)) return null
  return (
    <SearchManyField<Values>
      key={audience}
      name="targetIds"
      required
      find={findTargets(app, audience, names[audience])}
      {...(audience === 'orgs' && { help: t('含下级组织') })}
    />
  )
}
const ScopesField = () =>
  useFieldValue('sso') ? (
    <SearchManyField<Values> name="scopes" find={findScopes} help={t('除编号和姓名外，登录时告知应用的信息')} />
  ) : null

/** Only for those who may look for people; the others keep the approvers that are chosen. */
const ApproversField = ({ names }: { names: Names }) => {
  const canFindPeople = useCan(usersContract.options)
  const isRequestable = useFieldValue('requestable')
  if (!isRequestable || !canFindPeople) return null
  const find: Find = async (keyword, chosen, signal) => {
    const found = await findPeople(keyword, chosen, signal)
    return names.offer(found.map(({ value, label }) => ({ id: value, name: label })))
  }
  return <SearchManyField<Values> name="approverIds" find={find} help={t('不选则由应用负责人审批')} />
}

const toValues = ({ targets, approvers }: PortalSettings) => ({
  targetIds: targets.map(({ id }) => id),
  approverIds: approvers.map(({ id }) => id),
})

/** Who an application is shown to, and how it opens. */
export const PortalForm = ({ app, settings, onClosed }: FieldProps & { onClosed: () => void }) => {
  const isPlatform = useIsPlatform()
  const targetsFor = ({ audience, targets }: PortalSettings, each: Targeted) => (audience === each ? targets : [])
  const names = { orgs: useNames(targetsFor(settings, 'orgs')), roles: useNames(targetsFor(settings, 'roles')) }
  const approverNames = useNames(settings.approvers)
  const { targets: _targets, approvers: _approvers, ...shown } = settings
  const offered = toOptions(audienceNames).filter(
    ({ value }) => isPlatform || value === settings.audience || !wide.includes(value),
  )
  return (
    <WriteForm
      title={t('门户展示：{name}', { name: app.name })}
      act={t('保存')}
      endpoint={updatePortal}
      params={{ id: app.id }}
      labels={portalLabels}
      initial={{ ...shown, ...toValues(settings) }}
      toValues={(newer: PortalSettings) => {
        if (isTargeted(newer.audience)) names[newer.audience].keep(newer.targets)
        approverNames.keep(newer.approvers)
        return toValues(newer)
      }}
      formatters={{
        audience: (audience) => audienceNames[audience],
        openMode: (mode) => openModeNames[mode],
        sso: (on) => (on ? t('开启', { context: 'state' }) : t('关闭', { context: 'state' })),
        scopes: (scopes) => listText(scopes.map((scope) => scopeNames[scope])),
        targetIds: (ids) => joinNames(ids, [names.orgs, names.roles]),
        requestable: (on) => (on ? t('开启', { context: 'state' }) : t('关闭', { context: 'state' })),
        approverIds: (ids) => joinNames(ids, [approverNames], t('应用负责人')),
      }}
      invalidates={[portal]}
      onClosed={onClosed}
    >
      <Field<Values> name="audience">
        <AudienceControl options={offered} />
      </Field>
      <TargetsField app={app} names={names} />
      <TextField<Values> name="address" maxLength={200} placeholder="https://" />
      <TextField<Values> name="category" maxLength={20} placeholder={t('例如：办公')} />
      <SwitchField<Values> name="requestable" help={t('不在可见范围内的本公司用户可申请使用，通过后向其展示')} />
      <ApproversField names={approverNames} />
      <SelectField<Values> name="openMode" options={toOptions(openModeNames)} />
      <SwitchField<Values> name="sso" help={t('打开时附带票据，应用凭票据获取登录用户')} />
      <ScopesField />
    </WriteForm>
  )
}
