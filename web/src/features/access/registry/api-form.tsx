import {
  type ApiRow,
  apiMethods,
  apisContract,
  apiUpdate,
  apiWrite,
} from '@atrium/contract/features/access/registry/registry.contract.ts'
import { reauthenticationMinutes } from '@atrium/contract/kernel/reauthentication.ts'
import type * as z from 'zod/mini'
import { useWrite } from '../../../kernel/api/use-endpoint.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { SearchSelectField, SelectField, SwitchField, TextAreaField, TextField } from '../../../kernel/forms/fields.tsx'
import type { ListFormProps } from '../../../kernel/listing/list-page.tsx'
import { usePageSearch } from '../../../kernel/page/page-context.ts'
import { affectedReads } from './affected-reads.ts'
import { findModules } from './find-modules.ts'
import { RateField } from './rate-field.tsx'
import { addressOf, apiLabels, auditNames, authNames, fixedByCode, optionsOf, rateText } from './registry-words.ts'
import { useModules } from './use-modules.ts'

type Values = z.input<typeof apiWrite>
type UpdateValues = z.input<typeof apiUpdate>

const { temporary: _temporary, ...customAuths } = authNames
const methodOptions = apiMethods.map((method) => ({ value: method, label: method }))
const authHelp = '公开：谁都能调用；登录：登录后就能调用；授权：还要持有绑定的元素'

const rateHelp = '每个人分别计数，超出后稍等才能再次调用；平台超级管理员不受限制'
/** Rates are counted per signed-in user, for APIs the console serves. */
const isRateLimitable = ({ origin, auth }: ApiRow) => origin === 'code' && (auth === 'login' || auth === 'perm')
/** The console's own reads run before a prompt could be shown. */
const canRequireReauthentication = (row: ApiRow) =>
  isRateLimitable(row) && (row.auth === 'perm' || row.method !== 'GET')
const mfaHelp = `调用前要用二次验证证明是本人，没有开启二次验证的用登录密码；验证后 ${reauthenticationMinutes} 分钟内不再询问`
/** The code declares auditing of all writes; the registry can add it for reads. */
const isRecordable = (row: ApiRow) => isRateLimitable(row) && row.method === 'GET'
const auditHelp = '产品代码声明为不记录；选择记录后，每次查询都会写入操作日志，可以查到谁在什么时候看过'

const yesOrNo = (yes: boolean) => (yes ? '是' : '否')
const findModule = findModules('code')

const useFieldTexts = () => {
  const modules = useModules()
  return {
    module: (module: string) => modules.find(({ code }) => code === module)?.name ?? module,
    auth: (auth: ApiRow['auth']) => authNames[auth],
  }
}

const AddForm = ({ onSaved, onClosed }: Omit<ListFormProps<ApiRow>, 'row'>) => {
  const show = useFieldTexts()
  const create = useWrite(apisContract.create, { invalidates: affectedReads, onDone: ({ id }) => onSaved(id) })
  const { deprecated: _, rate: __, mfa: ___, audit: ____, ...labels } = apiLabels
  const [search] = usePageSearch()
  // Preselects the module the list is filtered by, if any.
  const filteredModule = search.get('f.module') ?? undefined
  return (
    <DrawerForm
      title="新增接口"
      schema={apiWrite}
      labels={labels}
      formatters={show}
      initial={{ method: 'GET', path: '', name: '', module: filteredModule as string, auth: 'perm', desc: '' }}
      busy={create.isPending}
      error={create.error}
      onSubmit={(body) => create.mutateAsync({ body })}
      onClosed={onClosed}
    >
      <SelectField<Values> name="method" options={methodOptions} />
      <TextField<Values> name="path" maxLength={256} placeholder="例如 /erp/orders/{id}/v1" help="保存后不能修改" />
      <TextField<Values> name="name" maxLength={100} />
      <SearchSelectField<Values> name="module" find={findModule} />
      <SelectField<Values> name="auth" options={optionsOf(customAuths)} help={authHelp} />
      <TextAreaField<Values> name="desc" maxLength={500} />
    </DrawerForm>
  )
}

const EditForm = ({ row, onSaved, onClosed }: ListFormProps<ApiRow> & { row: ApiRow }) => {
  const show = useFieldTexts()
  const update = useWrite(apisContract.update, { invalidates: affectedReads, onDone: () => onSaved(row.id) })
  const { method: _, path: __, ...labels } = apiLabels
  const { name, module, auth, desc, state, rate, mfa, audit, version } = row
  const declared = row.origin === 'code'
  return (
    <DrawerForm
      title={`编辑接口：${addressOf(row)}`}
      schema={apiUpdate}
      labels={labels}
      formatters={{ ...show, rate: rateText, audit: (word) => auditNames[word], mfa: yesOrNo, deprecated: yesOrNo }}
      initial={{ name, module, auth, desc, rate, mfa, audit, deprecated: state === 'deprecated', version }}
      busy={update.isPending}
      error={update.error}
      onSubmit={(body) => update.mutateAsync({ params: { id: row.id }, body })}
      onClosed={onClosed}
    >
      <TextField<UpdateValues> name="name" maxLength={100} />
      <SearchSelectField<UpdateValues> name="module" find={findModule} help="只改变在哪里显示" />
      <SelectField<UpdateValues>
        name="auth"
        options={optionsOf(declared ? authNames : customAuths)}
        disabled={declared}
        help={declared ? fixedByCode : authHelp}
      />
      {isRateLimitable(row) && <RateField disabled={state === 'missing'} help={rateHelp} />}
      {canRequireReauthentication(row) && (
        <SwitchField<UpdateValues> name="mfa" disabled={state === 'missing'} help={mfaHelp} />
      )}
      {declared && (
        <SelectField<UpdateValues>
          name="audit"
          options={optionsOf(auditNames)}
          disabled={!isRecordable(row) || state === 'missing'}
          help={isRecordable(row) ? auditHelp : fixedByCode}
        />
      )}
      <SwitchField<UpdateValues>
        name="deprecated"
        disabled={state === 'missing'}
        help="提示调用方改用别的接口，不影响调用"
      />
      <TextAreaField<UpdateValues> name="desc" maxLength={500} />
    </DrawerForm>
  )
}

/** Adds an API of a business system, or edits one. */
export const ApiForm = ({ row, ...rest }: ListFormProps<ApiRow>) =>
  row ? <EditForm row={row} {...rest} /> : <AddForm {...rest} />
