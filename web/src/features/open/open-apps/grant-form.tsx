import type { grantCreate } from '@atrium/contract/features/open/open-apps/open-app-fields.ts'
import type { OpenAppApi, OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { notedText } from '@atrium/contract/kernel/list-text.ts'
import type * as z from 'zod/mini'
import { call } from '../../../kernel/api/call.ts'
import { DateTimeField, SearchManyField, TextField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import { t } from '../../../ui/texts.ts'
import type { Find } from '../../../ui/use-found-options.ts'
import { LimitsField } from '../open-apis/public/limits-field.tsx'
import { addressText } from '../open-apis/public/open-words.ts'
import { affectedReads } from './app-reads.ts'

const { candidates, grant, updateGrant } = openAppsContract
type Values = z.input<typeof grantCreate>
const labels = { rate: t('调用上限'), startTime: t('生效时间'), expireTime: t('到期时间'), reason: t('用途') } as const

const findCandidates =
  (id: string): Find =>
  async (search, _chosen, signal) => {
    const { data } = await call(candidates, { params: { id }, query: { search, size: 50 } }, { signal })
    return data.map((api) => ({
      value: api.id,
      label: notedText(api.name, addressText(api)),
    }))
  }
const Terms = () => (
  <>
    <LimitsField help={t('不填则使用接口的上限')} />
    <DateTimeField<Values> name="startTime" placeholder={t('立即生效')} />
    <DateTimeField<Values> name="expireTime" placeholder={t('不限')} />
    <TextField<Values> name="reason" maxLength={200} />
  </>
)

/** Grants APIs to an application. */
export const GrantForm = ({ app, onClosed }: { app: OpenAppRow; onClosed: () => void }) => {
  return (
    <WriteForm
      title={t('授权接口：{name}', { name: app.name })}
      act={t('授权', { context: 'verb' })}
      endpoint={grant}
      params={{ id: app.id }}
      labels={{ apiIds: t('接口', { context: 'plural' }), ...labels }}
      initial={{ apiIds: [], rate: { perMinute: null, perDay: null }, startTime: null, expireTime: null, reason: '' }}
      invalidates={affectedReads}
      onClosed={onClosed}
    >
      <SearchManyField<Values> name="apiIds" find={findCandidates(app.id)} help={t('仅列出已上线且未授权的接口')} />
      <Terms />
    </WriteForm>
  )
}

type GrantEditProps = { app: OpenAppRow; api: OpenAppApi; onClosed: () => void }
/** Changes the limits and the period of a granted API. */
export const GrantEditForm = ({ app, api, onClosed }: GrantEditProps) => {
  const { rate, startTime, expireTime, reason } = api
  return (
    <WriteForm
      title={t('调整授权：{name}', { name: api.name })}
      act={t('保存')}
      endpoint={updateGrant}
      params={{ id: app.id, apiId: api.id }}
      labels={labels}
      initial={{ rate, startTime, expireTime, reason }}
      invalidates={affectedReads}
      onClosed={onClosed}
    >
      <Terms />
    </WriteForm>
  )
}
