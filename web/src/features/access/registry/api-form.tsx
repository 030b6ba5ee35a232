import {
  type ApiRow,
  apiMethods,
  apisContract,
  type apiUpdate,
  type apiWrite,
} from '@atrium/contract/features/access/registry/apis.contract.ts'
import { reauthenticationMinutes } from '@atrium/contract/kernel/reauthentication.ts'
import type * as z from 'zod/mini'
import { SearchSelectField, SelectField, SwitchField, TextAreaField, TextField } from '../../../kernel/forms/fields.tsx'
import { CrudForm } from '../../../kernel/listing/crud-form.tsx'
import type { ListFormProps } from '../../../kernel/listing/list-form.ts'
import { usePageSearch } from '../../../kernel/page/page-context.ts'
import { t } from '../../../ui/texts.ts'
import { affectedReads } from './affected-reads.ts'
import { findModules } from './find-modules.ts'
import { RateField } from './rate-field.tsx'
import { apiLabels, auditNames, authNames, fixedByCode, rateText, toAddress, toOptions } from './registry-words.ts'
import { useModules } from './use-modules.ts'

type Values = z.input<typeof apiWrite>
type UpdateValues = z.input<typeof apiUpdate>

const { temporary: _temporary, ...customAuths } = authNames
const methodOptions = apiMethods.map((method) => ({ value: method, label: method }))
const authHelp = t('公开：无需登录；登录：登录后即可调用；授权：还须持有绑定的权限点')

const rateHelp = t('按用户分别计数，超出后须稍后再调用；平台超级管理员不受限制')
/** Rates are counted per signed-in user, for APIs the console serves. */
const isRateLimitable = ({ origin, auth }: ApiRow) => origin === 'code' && (auth === 'login' || auth === 'perm')
/** The console's own reads run before a prompt could be shown. */
const canRequireReauthentication = (row: ApiRow) =>
  isRateLimitable(row) && (row.auth === 'perm' || row.method !== 'GET')
const mfaHelp = t(
  '调用前须通过二次验证确认身份，未开启二次验证的使用登录密码；验证后 {reauthenticationMinutes} 分钟内有效',
  { reauthenticationMinutes },
)
/** The code declares auditing of all writes; the registry can add it for reads. */
const isRecordable = (row: ApiRow) => isRateLimitable(row) && row.method === 'GET'
const auditHelp = t('产品代码声明为不记录；选择记录后，每次查询都会写入操作日志，可追溯查看人和时间')

const yesOrNo = (yes: boolean) => (yes ? t('是') : t('否'))
const findModule = findModules('code')

const useFieldTexts = () => {
  const modules = useModules()
  return {
    module: (module: string) => modules.find(({ code }) => code === module)?.name ?? module,
    auth: (auth: ApiRow['auth']) => authNames[auth],
  }
}

const NewApiFields = () => (
  <>
    <SelectField<Values> name="method" options={methodOptions} />
    <TextField<Values>
      name="path"
      maxLength={256}
      placeholder={t('例如 {sample}', { sample: '/erp/orders/{id}/v1' })}
      help={t('保存后不能修改')}
    />
    <TextField<Values> name="name" maxLength={100} />
    <SearchSelectField<Values> name="module" find={findModule} />
    <SelectField<Values> name="auth" options={toOptions(customAuths)} help={authHelp} />
    <TextAreaField<Values> name="desc" maxLength={500} />
  </>
)

const ApiFields = ({ row }: { row: ApiRow }) => {
  const declared = row.origin === 'code'
  const missing = row.state === 'missing'
  return (
    <>
      <TextField<UpdateValues> name="name" maxLength={100} />
      <SearchSelectField<UpdateValues> name="module" find={findModule} help={t('仅影响显示位置')} />
      <SelectField<UpdateValues>
        name="auth"
        options={toOptions(declared ? authNames : customAuths)}
        disabled={declared}
        help={declared ? fixedByCode : authHelp}
      />
      {isRateLimitable(row) && <RateField disabled={missing} help={rateHelp} />}
      {canRequireReauthentication(row) && <SwitchField<UpdateValues> name="mfa" disabled={missing} help={mfaHelp} />}
      {declared && (
        <SelectField<UpdateValues>
          name="audit"
          options={toOptions(auditNames)}
          disabled={!isRecordable(row) || missing}
          help={isRecordable(row) ? auditHelp : fixedByCode}
        />
      )}
      <SwitchField<UpdateValues> name="deprecated" disabled={missing} help={t('提示调用方改用其他接口，不影响调用')} />
      <TextAreaField<UpdateValues> name="desc" maxLength={500} />
    </>
  )
}

/** Adds an API of a business system, or edits one. */
export const ApiForm = ({ row, ...rest }: ListFormProps<ApiRow>) => {
  const show = useFieldTexts()
  const [search] = usePageSearch()
  // Preselects the module the list is filtered by, if any.
  const filteredModule = search.get('f.module') ?? undefined
  return (
    <CrudForm
      contract={apisContract}
      noun={t('接口')}
      name={row && toAddress(row)}
      labels={apiLabels}
      initial={{ method: 'GET', path: '', name: '', module: filteredModule as string, auth: 'perm', desc: '' }}
      formatters={{ ...show, rate: rateText, audit: (word) => auditNames[word], mfa: yesOrNo, deprecated: yesOrNo }}
      invalidates={affectedReads}
      toValues={({ state }) => ({ deprecated: state === 'deprecated' })}
      row={row}
      {...rest}
    >
      {row ? <ApiFields row={row} /> : <NewApiFields />}
    </CrudForm>
  )
}
