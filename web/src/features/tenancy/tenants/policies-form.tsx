import {
  switchPolicies,
  type TenantPolicies,
  type TenantPoliciesUpdate,
  tenantPoliciesContract,
  tenantPoliciesUpdate,
} from '@atrium/contract/features/tenancy/tenants/tenant-policies.contract.ts'
import type * as z from 'zod/mini'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { DateTimeField, NumberField, SelectField, SwitchField, WordsField } from '../../../kernel/forms/fields.tsx'
import { formatMinutes } from '../../../ui/format-minutes.ts'
import { nameLanguage } from '../../../ui/name-language.ts'
import { t } from '../../../ui/texts.ts'
import { usePolicyImpact } from './policy-impact-card.tsx'
import { policyFormatters, policyLabels, switchPolicyNames } from './policy-words.ts'
import { tenantReads } from './public/tenant-reads.ts'
import './tenants.css'

const { updateOwn, update } = tenantPoliciesContract
type Values = z.input<typeof tenantPoliciesUpdate>
const switchOptions = switchPolicies.map((value) => ({ value, label: switchPolicyNames[value] }))

type PoliciesFormProps = {
  policies: TenantPolicies
  /** Changed by the platform instead of the tenant. */
  byPlatform: boolean
  onClosed: () => void
}

/** Changes the sign-in policies of a tenant; shows first whose sessions end and who has no second step. */
export const PoliciesForm = ({ policies, byPlatform, onClosed }: PoliciesFormProps) => {
  const [card, confirms] = usePolicyImpact()
  const ownWrite = useWrite(updateOwn, { confirms, invalidates: tenantReads })
  const tenantWrite = useWrite(update, { confirms, invalidates: tenantReads })
  const { companyId, companyName, platform, callerAddress, languages, ...initial } = policies
  const save = (body: TenantPoliciesUpdate) =>
    byPlatform ? tenantWrite.mutateAsync({ params: { id: companyId }, body }) : ownWrite.mutateAsync({ body })
  const { isPending, error } = byPlatform ? tenantWrite : ownWrite
  return (
    <>
      <DrawerForm
        title={t('登录与访问策略：{companyName}', { companyName })}
        act={t('保存')}
        schema={tenantPoliciesUpdate}
        labels={policyLabels}
        formatters={policyFormatters}
        initial={initial}
        busy={isPending}
        error={error}
        onSubmit={save}
        onClosed={onClosed}
      >
        <NumberField<Values>
          name="idleMinutes"
          help={t('最长 {idleMinutes}，不填则为平台默认', { idleMinutes: formatMinutes(platform.idleMinutes) })}
        />
        <NumberField<Values>
          name="absoluteMinutes"
          help={t('最长 {absoluteMinutes}，不填则为平台默认', {
            absoluteMinutes: formatMinutes(platform.absoluteMinutes),
          })}
        />
        <NumberField<Values> name="mostDevices" help={t('超过时，最早登录的设备自动下线；不填则不限')} />
        <DateTimeField<Values> name="secondStepFrom" placeholder={t('未开启')} help={t('自该时间起，登录须二次验证')} />
        <WordsField<Values> name="addresses" placeholder={t('不限，例如 203.0.113.7 或 203.0.113.0/24')} />
        <p className="tenant-field-note">
          {byPlatform
            ? t('每输入一个地址后按回车。平台人员访问时不受此列表限制。')
            : t('每输入一个地址后按回车。列表须包含您当前的地址 {callerAddress}。', { callerAddress })}
        </p>
        <SwitchField<Values>
          name="ssoOnly"
          help={t('开启后仅可通过公司的身份源登录；公司管理员仍可用密码加二次验证登录')}
        />
        <SelectField<Values> name="switchPolicy" options={switchOptions} help={t('平台人员能否进入该公司查看或操作')} />
        <SelectField<Values>
          name="language"
          clearable
          options={languages.map((tag) => ({ value: tag, label: nameLanguage(tag) }))}
          placeholder={t('跟随浏览器')}
          help={t('未自行选择语言的用户使用该语言，系统的邮件和短信也一样')}
        />
      </DrawerForm>
      {card}
    </>
  )
}
