import { identityProvidersContract } from '@atrium/contract/features/identity/identity-providers/identity-providers.contract.ts'
import type {
  ProviderKind,
  ProviderRow,
  providerCreate,
} from '@atrium/contract/features/identity/identity-providers/provider-fields.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import type * as z from 'zod/mini'
import { PasswordField, SelectField, SwitchField, TextField, WordsField } from '../../../kernel/forms/fields.tsx'
import { FormRulesContext, useFormRules } from '../../../kernel/forms/form-context.ts'
import { CrudForm } from '../../../kernel/listing/crud-form.tsx'
import type { ListFormProps } from '../../../kernel/listing/list-form.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { useFieldValue } from '../../../ui/form.tsx'
import { rich } from '../../../ui/rich.ts'
import { t } from '../../../ui/texts.ts'
import { MappingField } from './mapping-field.tsx'
import { kindHelps, kindOptions, neededBy, pickLabels } from './provider-words.ts'
import './identity-providers.css'

type Values = z.input<typeof providerCreate>

/** Latin letters stand apart from Chinese ones. */
const pleaseEnter = (label: string) => t('请输入{value}{label}', { value: /^\w/.test(label) ? ' ' : '', label })

/** The rules of the form as a kind has them: with its labels, and the fields that it needs. */
const useKindRules = (kind: ProviderKind): ReturnType<typeof useFormRules> => {
  const rules = useFormRules()
  const labels: Readonly<Record<string, string>> = pickLabels(kind)
  const isRequired = (field: string) => neededBy(kind).includes(field) || rules.isRequired(field)
  return {
    ...rules,
    labels,
    isRequired,
    validate: (field) =>
      isRequired(field) && rules.currentValue(field) === '' ? pleaseEnter(labels[field] ?? '') : rules.validate(field),
  }
}

const Fields = ({ row }: { row: ProviderRow | undefined }) => {
  const chosen = useFieldValue('kind') as ProviderKind | undefined
  const kind = row?.kind ?? chosen ?? 'oidc'
  const { issuer, clientId, secret, agentId } = kindHelps[kind]
  // Its links and rules belong to the provider that they were made for.
  const fixed = row !== undefined
  return (
    <FormRulesContext value={useKindRules(kind)}>
      {!row && <SelectField<Values> name="kind" options={kindOptions} />}
      <TextField<Values> name="name" maxLength={20} placeholder={t('例如：企业微信登录')} />
      <TextField<Values> name="issuer" maxLength={300} placeholder="https://" help={issuer} disabled={fixed} />
      <TextField<Values> name="clientId" maxLength={200} help={clientId} disabled={fixed} />
      <PasswordField<Values>
        name="secret"
        maxLength={500}
        help={secret}
        {...(row && { placeholder: t('不填则不更换') })}
      />
      {agentId !== undefined && <TextField<Values> name="agentId" maxLength={40} help={agentId} disabled={fixed} />}
      {(kind === 'oidc' || kind === 'feishu') && (
        <WordsField<Values>
          name="scopes"
          placeholder={kind === 'oidc' ? t('不填则为 profile、email') : t('不填则仅获取基本信息')}
        />
      )}
      <WordsField<Values>
        name="mailDomains"
        placeholder={t('输入后回车，例如 example.cn')}
        help={t(
          '输入这些域名的邮箱即可选用，自动创建账号也仅限这些域名。域名须先验证，不填则仅在公司自有域名的登录页显示',
        )}
      />
      {row && row.unprovedDomains.length > 0 && (
        <p className="provider-unproved">
          {t('以下邮箱域名尚未验证，登录页不会据此显示该身份源：{unprovedDomains}', {
            unprovedDomains: listText(row.unprovedDomains),
          })}
        </p>
      )}
      <SwitchField<Values> name="enabled" help={t('停用后不能再用其登录，由其登录的用户将立即下线')} />
      {kind !== 'wechat' && (
        <SwitchField<Values> name="createsPeople" help={t('首次登录且没有账号的用户，将在本公司自动创建账号')} />
      )}
      <MappingField help={t('身份源返回的属性等于指定值时，授予角色或加入组织；不超过您本人可授予的范围')} />
      <SwitchField<Values> name="mapsAlways" help={t('每次登录时按映射更新；关闭则仅在创建账号时生效')} />
    </FormRulesContext>
  )
}

const toValues = ({ mapping }: ProviderRow) => ({
  secret: '',
  mapping: mapping.map(({ claim, value, role, org }) => ({
    claim,
    value,
    roleId: role?.id ?? null,
    orgId: org?.id ?? null,
  })),
})

/** Adds or edits an identity provider. */
export const ProviderForm = ({ row, ...rest }: ListFormProps<ProviderRow>) => (
  <CrudForm
    contract={identityProvidersContract}
    noun={t('身份源')}
    name={row?.name}
    labels={pickLabels(row?.kind ?? 'oidc')}
    initial={{
      kind: 'oidc',
      name: '',
      issuer: '',
      clientId: '',
      secret: '',
      agentId: '',
      scopes: [],
      mailDomains: [],
      enabled: true,
      createsPeople: false,
      mapping: [],
      mapsAlways: false,
    }}
    formatters={{
      scopes: (scopes) => listText(scopes ?? []),
      mailDomains: (domains) => listText(domains ?? []),
      enabled: (on) => (on ? t('是') : t('否')),
      createsPeople: (on) => (on ? t('是') : t('否')),
      mapsAlways: (on) => (on ? t('是') : t('否')),
      mapping: (rules) => t('{count} 条', { count: rules?.length ?? 0 }),
      secret: () => '',
    }}
    toValues={toValues}
    row={row}
    width={720}
    {...rest}
  >
    {row ? (
      <p className="provider-callback">
        {rich('请将回调地址填入身份源后台：{callback}', { callback: <code>{row.callback}</code> })}{' '}
        <CopyButton text={row.callback} what={t('回调地址')} />
      </p>
    ) : (
      <p className="provider-callback">{t('回调地址在保存后显示，请填入身份源后台。')}</p>
    )}
    <Fields row={row} />
  </CrudForm>
)
