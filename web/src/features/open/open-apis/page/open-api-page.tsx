import { type OpenApiRow, openApisContract } from '@atrium/contract/features/open/open-apis/open-apis.contract.ts'
import { Plug } from 'lucide-react'
import { useCan } from '../../../../kernel/access/use-can.ts'
import { invalidate, useRead } from '../../../../kernel/api/use-read.ts'
import { useObjectActions } from '../../../../kernel/listing/use-object-actions.tsx'
import type { RowAction } from '../../../../kernel/listing/use-row-actions.ts'
import { ObjectState, useObjectId } from '../../../../kernel/page/object-state.tsx'
import { usePageTitle } from '../../../../kernel/page/page-context.ts'
import { useAddressTab } from '../../../../kernel/page/use-address-tab.ts'
import { RowTimeline, useCanSeeTimelines } from '../../../../kernel/timeline/timeline-action.tsx'
import { CopyButton } from '../../../../ui/copy-button.tsx'
import { expiryFigure } from '../../../../ui/object-page/expiry-figure.ts'
import { type Figure, ObjectCard, ObjectIcon, ObjectPage } from '../../../../ui/object-page/object-page.tsx'
import { Tag } from '../../../../ui/tag.tsx'
import { changeActions, isServed } from '../open-api-actions.ts'
import { OpenApiForm } from '../open-api-form.tsx'
import { affectedReads } from '../open-api-reads.ts'
import {
  addressText,
  apiKindNames,
  apiStateNames,
  apiStateTones,
  failureText,
  numberText,
} from '../public/open-words.ts'
import { ApiApps, ApiStat } from './api-apps.tsx'
import { ApiDocument, ApiOverview } from './api-document.tsx'
import '../public/open.css'

const { get, update, apps, stat } = openApisContract
const noun = '开放接口'
type Tab = 'overview' | 'apps' | 'stat' | 'doc' | 'timeline'
const acts: readonly RowAction<OpenApiRow>[] = [
  { label: '编辑', endpoint: update, drawer: OpenApiForm },
  ...changeActions,
]
const refresh = () => Promise.all(affectedReads.map(invalidate))

const rateFigure = ({ rate: { perMinute, perDay } }: OpenApiRow): Figure => {
  const day = perDay !== null && `每日 ${numberText(perDay)} 次`
  if (perMinute === null) return { label: '调用上限', value: day || '不限' }
  return { label: '调用上限', value: `每分钟 ${numberText(perMinute)} 次`, note: day }
}

/** Whether an API is called and answers, by how many, within which limits, and until when. */
const openApiFigures = (api: OpenApiRow): Figure[] => [
  { label: '今日调用', value: `${numberText(api.callsToday)} 次` },
  {
    label: '今日未成功',
    value: failureText(api.callsToday, api.errorsToday) || '无调用',
    tone: api.errorsToday > 0 ? 'danger' : undefined,
  },
  {
    label: '已授权应用',
    value: `${numberText(api.apps)} 个`,
    tone: isServed(api) && api.apps === 0 ? 'warn' : undefined,
  },
  rateFigure(api),
  api.sunset === null ? { label: '停用', value: '未安排' } : expiryFigure('停用', api.sunset),
]

const LoadedOpenApi = ({ api }: { api: OpenApiRow }) => {
  const { id, name, status, kind, code, category } = api
  usePageTitle(name)
  const [toActs, overlays] = useObjectActions(acts, refresh)
  const maySeeApps = useCan(apps)
  const maySeeStat = useCan(stat)
  const maySeeTimeline = useCanSeeTimelines()
  const tabs: { key: Tab; text: string }[] = [
    { key: 'overview', text: '概况' },
    ...(maySeeStat ? [{ key: 'stat' as const, text: '调用统计' }] : []),
    ...(maySeeApps ? [{ key: 'apps' as const, text: '已授权应用' }] : []),
    { key: 'doc', text: '文档' },
    ...(maySeeTimeline ? [{ key: 'timeline' as const, text: '变更记录' }] : []),
  ]
  const [tab, selectTab] = useAddressTab(tabs, 'overview')
  const address = addressText(api)
  return (
    <>
      <ObjectPage
        noun={noun}
        face={<ObjectIcon icon={Plug} />}
        name={name}
        state={
          <>
            <Tag tone={apiStateTones[status]}>{apiStateNames[status]}</Tag>
            <Tag>{apiKindNames[kind]}</Tag>
          </>
        }
        facts={{
          address: (
            <>
              <code>{address}</code> <CopyButton text={api.path} what="开放路径" />
            </>
          ),
          code: `编码 ${code}`,
          category,
        }}
        acts={toActs(api)}
        figures={openApiFigures(api)}
        tabs={tabs}
        tab={tab}
        onTab={selectTab}
      >
        {tab === 'overview' && <ApiOverview api={api} />}
        {tab === 'stat' && (
          <ObjectCard>
            <ApiStat id={id} />
          </ObjectCard>
        )}
        {tab === 'apps' && (
          <ObjectCard>
            <ApiApps id={id} />
          </ObjectCard>
        )}
        {tab === 'doc' && <ApiDocument api={api} />}
        {tab === 'timeline' && (
          <ObjectCard>
            <RowTimeline entity="openApi" id={id} />
          </ObjectCard>
        )}
      </ObjectPage>
      {overlays}
    </>
  )
}

/** The page of one open API. */
export const OpenApiPage = () => {
  const id = useObjectId()
  const read = useRead(get, { params: { id } }, { toasts: false })
  return (
    <ObjectState noun={noun} read={read}>
      {(api) => <LoadedOpenApi api={api} />}
    </ObjectState>
  )
}
