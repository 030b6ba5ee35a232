import { grantCreate, grantUpdate } from '@atrium/contract/features/open/open-apps/open-app-fields.ts'
import type { OpenAppApi, OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import type * as z from 'zod/mini'
import { call } from '../../../kernel/api/call.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { DateTimeField, SearchManyField, TextField } from '../../../kernel/forms/fields.tsx'
import type { Find } from '../../../ui/use-found-options.ts'
import { LimitsField } from '../open-apis/public/limits-field.tsx'
import { addressText } from '../open-apis/public/open-words.ts'
import { affectedReads } from './app-reads.ts'

const { candidates, grant, updateGrant } = openAppsContract
type Values = z.input<typeof grantCreate>
const labels = { rate: '调用上限', startTime: '生效时间', expireTime: '到期时间', reason: '用途' } as const

const findCandidates =
  (id: string): Find =>
  async (search, _chosen, signal) => {
    const { data } = await call(candidates, { params: { id }, query: { search, size: 50 } }, { signal })
    return data.map((api) => ({ value: api.id, label: `${api.name}（${addressText(api)}）` }))
  }
const Terms = () => (
  <>
    <LimitsField help="不填则使用接口的上限" />
    <DateTimeField<Values> name="startTime" placeholder="立即生效" />
    <DateTimeField<Values> name="expireTime" placeholder="不限" />
    <TextField<Values> name="reason" maxLength={200} />
  </>
)

/** Grants APIs to an application. */
export const GrantForm = ({ app, onClosed }: { app: OpenAppRow; onClosed: () => void }) => {
  const write = useWrite(grant, { invalidates: affectedReads })
  return (
    <DrawerForm
      title={`授权接口：${app.name}`}
      schema={grantCreate}
      labels={{ apiIds: '接口', ...labels }}
      initial={{ apiIds: [], rate: { perMinute: null, perDay: null }, startTime: null, expireTime: null, reason: '' }}
      busy={write.isPending}
      error={write.error}
      onSubmit={(body) => write.mutateAsync({ params: { id: app.id }, body })}
      onClosed={onClosed}
    >
      <SearchManyField<Values> name="apiIds" find={findCandidates(app.id)} help="仅列出已上线且未授权的接口" />
      <Terms />
    </DrawerForm>
  )
}

type GrantEditProps = { app: OpenAppRow; api: OpenAppApi; onClosed: () => void }
/** Changes the limits and the period of a granted API. */
export const GrantEditForm = ({ app, api, onClosed }: GrantEditProps) => {
  const write = useWrite(updateGrant, { invalidates: affectedReads })
  const { rate, startTime, expireTime, reason } = api
  return (
    <DrawerForm
      title={`调整授权：${api.name}`}
      schema={grantUpdate}
      labels={labels}
      initial={{ rate, startTime, expireTime, reason }}
      busy={write.isPending}
      error={write.error}
      onSubmit={(body) => write.mutateAsync({ params: { id: app.id, apiId: api.id }, body })}
      onClosed={onClosed}
    >
      <Terms />
    </DrawerForm>
  )
}
