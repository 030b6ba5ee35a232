import { openApiMethods, type openApiWrite } from '@atrium/contract/features/open/open-apis/open-api-fields.ts'
import { type OpenApiRow, openApisContract } from '@atrium/contract/features/open/open-apis/open-apis.contract.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import type * as z from 'zod/mini'
import { SearchSelectField, SelectField, TextAreaField, TextField } from '../../../kernel/forms/fields.tsx'
import { findOptions } from '../../../kernel/forms/find-options.ts'
import { CrudForm } from '../../../kernel/listing/crud-form.tsx'
import type { ListFormProps } from '../../../kernel/listing/list-form.ts'
import { useFieldValue } from '../../../ui/form.tsx'
import { t } from '../../../ui/texts.ts'
import { affectedReads } from './open-api-reads.ts'
import { apiLabels, audienceNames } from './open-api-words.ts'
import { ParamsField } from './params-field.tsx'
import { LimitsField } from './public/limits-field.tsx'
import { apiKindNames, limitsText, toOptions } from './public/open-words.ts'

type Values = z.input<typeof openApiWrite>
const methods = openApiMethods.map((value) => ({ value, label: value }))
const kinds = toOptions(apiKindNames)
const findEndpoints = findOptions(openApisContract.endpoints)

/** Where the API leads: one of the product, or an address. */
const Destination = () => {
  const kind = useFieldValue('kind')
  return kind === 'target' ? (
    <>
      <TextField<Values>
        name="target"
        required
        maxLength={500}
        placeholder="https://erp.example.cn/orders/{id}"
        help={t('收到的请求转发至该地址，可引用开放路径中的参数；内网地址须由运维人员放行')}
      />
      <TextField<Values>
        name="sandbox"
        maxLength={500}
        placeholder="https://test.erp.example.cn/orders/{id}"
        help={t('“调试”的请求转发至该地址；不填则不支持调试')}
      />
    </>
  ) : (
    <SearchSelectField<Values>
      name="apiId"
      required
      find={findEndpoints}
      placeholder={t('输入名称或地址查找')}
      help={t('以应用身份在其公司内调用，权限不超过应用负责人')}
    />
  )
}

const MethodField = () => {
  const kind = useFieldValue('kind')
  return (
    <SelectField<Values>
      name="method"
      options={methods}
      {...(kind === 'own' && { help: t('须与内部接口的请求方式一致') })}
    />
  )
}

/** Adds or edits an open API. */
export const OpenApiForm = ({ row, ...rest }: ListFormProps<OpenApiRow>) => (
  <CrudForm
    contract={openApisContract}
    noun={t('开放接口')}
    name={row?.name}
    labels={apiLabels}
    initial={{
      name: '',
      code: '',
      category: '',
      kind: 'own',
      apiId: null,
      target: '',
      sandbox: '',
      method: 'GET',
      path: '/open/v1/',
      apiVersion: '1.0',
      params: [],
      rate: { perMinute: null, perDay: null },
      audience: 'all',
      request: '',
      reply: '',
      sample: '',
      doc: '',
    }}
    formatters={{
      kind: (kind) => apiKindNames[kind],
      rate: limitsText,
      audience: (audience) => audienceNames[audience ?? 'all'],
      params: (params) => listText(params?.map(({ name }) => name) ?? []),
    }}
    invalidates={affectedReads}
    width={720}
    row={row}
    {...rest}
  >
    <TextField<Values> name="name" maxLength={50} />
    <TextField<Values> name="code" maxLength={30} placeholder={t('例如：stock-items')} />
    <TextField<Values> name="category" maxLength={20} placeholder={t('例如：仓储')} />
    <SelectField<Values> name="kind" options={kinds} />
    <Destination />
    <MethodField />
    <TextField<Values> name="path" maxLength={200} placeholder="/open/v1/stock/items/{id}" />
    <ParamsField help={t('转发时检查必填项和类型，未传的查询参数使用默认值')} />
    <LimitsField help={t('每个应用的调用上限，可在授权时另行设置；不填则不限')} />
    <SelectField<Values> name="audience" options={toOptions(audienceNames)} />
    <TextField<Values> name="apiVersion" maxLength={11} />
    <TextAreaField<Values> name="doc" maxLength={20_000} help={t('支持 Markdown')} />
    <TextAreaField<Values> name="request" maxLength={20_000} help={t('JSON Schema，供调用方参考')} />
    <TextAreaField<Values> name="reply" maxLength={20_000} help={t('JSON Schema，供调用方参考')} />
    <TextAreaField<Values> name="sample" maxLength={10_000} />
  </CrudForm>
)
